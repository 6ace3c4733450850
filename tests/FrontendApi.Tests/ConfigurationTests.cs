using FrontendApi.Customers;
using FrontendApi.Ingestion;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace FrontendApi.Tests;

public sealed class ConfigurationTests
{
    [Theory]
    [InlineData("Client:Strategy", "nonsense", "one of: webclient-sync,")]
    [InlineData("Client:Lifetime", "nonsense", "one of: factory, shared, per-request.")]
    [InlineData("Client:FanOut", "nonsense", "one of: sequential, parallel.")]
    [InlineData("Client:Mode", "nonsense", "one of: async, sync.")]
    [InlineData("Client:Resilience", "nonsense", "one of: none, standard, hedging, retry, breaker, budget.")]
    [InlineData("Client:Http", "nonsense", "one of: 1.1, 2, 2-multi.")]
    [InlineData("Client:Compression", "nonsense", "one of: none, gzip, brotli.")]
    [InlineData("Client:Cache", "nonsense", "one of: none, memory, hybrid, output.")]
    [InlineData("Client:CacheTimeToLive", "00:00:00", "a time from 00:00:00.010")]
    [InlineData("Client:MaxConnectionsPerServer", "0", "1 or more")]
    [InlineData("Client:PooledConnectionLifetime", "00:00:00", "a time between")]
    [InlineData("Client:PooledConnectionIdleTimeout", "00:00:00.5", "a time between")]
    [InlineData("Backend:Http2Address", "ftp://localhost:1", "an address without a path")]
    [InlineData("Backend:Timeout", "00:00:00", "a value between 00:00:00.010")]
    [InlineData("Backend:BaseAddress", "", "an address such as")]
    [InlineData("Backend:BaseAddress", "http://localhost:1/path", "an address without a path")]
    [InlineData("Backend:BaseAddress", "http://admin:secret@localhost:1", "an address without a path")]
    [InlineData("Backend:MaxResponseBytes", "1000", "a value between 1024")]
    [InlineData("Ingestion:MaxBodyBytes", "1000", "a number between 1024")]
    [InlineData("Resilience:Retries", "99", "a value between")]
    [InlineData("Resilience:RetryDelay", "-00:00:01", "a value between")]
    [InlineData("Resilience:RetryBudget", "0", "a value between")]
    [InlineData("Resilience:FailureRatio", "0", "a value between")]
    [InlineData("Resilience:MinimumThroughput", "1", "a value between")]
    [InlineData("Resilience:SamplingDuration", "00:00:00.1", "a value between")]
    [InlineData("Resilience:BreakDuration", "00:00:00.1", "a value between")]
    public Task InvalidSetting_StartService_FailsWithAdvice(string key, string value, string advice) =>
        ShouldFailAsync(key, value, $"Set {key} to {advice}");

    [Fact]
    public Task Http2WithoutAddress_StartService_FailsWithAdvice() => ShouldFailAsync(
        "Client:Http", "2", "Set Backend:Http2Address, because Client:Http makes HTTP/2 the default");

    [Fact]
    public async Task NoSettings_Start_Succeeds()
    {
        using var host = CreateHost("Nothing", "0");

        await host.StartAsync(TestContext.Current.CancellationToken);
    }

    private static async Task ShouldFailAsync(string key, string value, string message)
    {
        using var host = CreateHost(key, value);

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(message);
        failure.Message.ShouldNotContain("secret");
    }

    // The tests start a plain host, because WebApplicationFactory may report a failed start as an
    // ObjectDisposedException.
    private static IHost CreateHost(string key, string value)
    {
        var builder = Host.CreateEmptyApplicationBuilder(settings: null);
        builder.Configuration[key] = value;
        builder.Services.AddMetrics();
        builder.Services.AddBackend(builder.Configuration);
        builder.Services.AddCustomers();
        builder.Services.AddIngestion();
        return builder.Build();
    }
}
