using FrontendApi.Customers;
using FrontendApi.Ingestion;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace FrontendApi.Tests;

public sealed class ConfigurationTests
{
    // The test starts a plain host, because WebApplicationFactory may report a failed start as an
    // ObjectDisposedException.
    [Theory]
    [InlineData("Client:Strategy", "nonsense", "to one of: webclient-sync,")]
    [InlineData("Client:Lifetime", "nonsense", "to one of: factory, shared, per-request.")]
    [InlineData("Client:Resilience", "nonsense", "to one of: none, standard, hedging, budget.")]
    [InlineData("Client:Http", "2", "makes HTTP/2 the default", "Backend:Http2Address")]
    [InlineData("Client:MaxBlocking", "0", "to 1 or more")]
    [InlineData("Client:PooledConnectionLifetime", "00:00:00", "to a time between")]
    [InlineData("Backend:Http2Address", "ftp://localhost:1", "to an address without a path")]
    [InlineData("Backend:Timeout", "00:00:00", "to a value between 00:00:00.010")]
    [InlineData("Backend:BaseAddress", "http://admin:secret@localhost:1", "to an address without a path")]
    [InlineData("Backend:MaxResponseBytes", "1000", "to a value between 1024")]
    [InlineData("Ingestion:MaxBodyBytes", "1000", "to a number between 1024")]
    public async Task InvalidSetting_StartService_FailsWithAdvice(
        string key, string value, string advice, string? settingToChange = null)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration[key] = value;
        builder.Services.AddMetrics();
        builder.Services.AddBackend();
        builder.Services.AddCustomers();
        builder.Services.AddIngestion();
        using var host = builder.Build();

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain($"Set {settingToChange ?? key}");
        failure.Message.ShouldContain(advice);
        failure.Message.ShouldNotContain("secret");
    }
}
