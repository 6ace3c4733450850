using BackendApi.Tests;

[assembly: AssemblyFixture(typeof(DefaultDocuments))]

namespace BackendApi.Tests;

/// <summary>
/// The customer and order documents of a back-end with the default configuration, read once for all tests.
/// </summary>
public sealed class DefaultDocuments : IAsyncLifetime
{
    internal Documents Documents { get; private set; } = null!;

    public async ValueTask InitializeAsync() => Documents = await Documents.ReadAsync(1_000);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
