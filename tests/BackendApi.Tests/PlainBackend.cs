using BackendApi.Tests;

[assembly: AssemblyFixture(typeof(PlainBackend))]

namespace BackendApi.Tests;

/// <summary>
/// A back-end with 20 customers and the default settings, for all tests that neither change it nor read its metrics.
/// </summary>
public sealed class PlainBackend : IDisposable
{
    public PlainBackend() => Client = Service.CreateHttpClient();

    internal ServiceFactory<CustomerStore> Service { get; } = new(("Data:Customers", "20"));

    internal HttpClient Client { get; }

    internal Task<(int Status, string Body)> GetAsync(string path) => Service.GetAsync(path);

    public void Dispose()
    {
        Client.Dispose();
        Service.Dispose();
    }
}
