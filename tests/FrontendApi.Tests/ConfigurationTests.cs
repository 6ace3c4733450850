using FrontendApi.Backend;
using FrontendApi.Customers;
using FrontendApi.Ingestion;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace FrontendApi.Tests;

public sealed class ConfigurationTests
{
    [Theory]
    [InlineData("Client:Strategy", "nonsense", "Set Client:Strategy to one of: webclient-sync,")]
    [InlineData("Client:Lifetime", "nonsense", "Set Client:Lifetime to one of: factory, shared, per-request.")]
    [InlineData("Client:FanOut", "nonsense", "Set Client:FanOut to one of: sequential, parallel.")]
    [InlineData("Client:Mode", "nonsense", "Set Client:Mode to one of: async, sync.")]
    [InlineData("Client:Resilience", "nonsense", "Set Client:Resilience to one of: none, standard, hedging,")]
    [InlineData("Client:MaxConnectionsPerServer", "0", "Set Client:MaxConnectionsPerServer to 1 or more")]
    [InlineData("Client:Compression", "nonsense", "Set Client:Compression to one of: none, gzip, brotli.")]
    [InlineData("Client:Cache", "nonsense", "Set Client:Cache to one of: none, memory, hybrid, output.")]
    [InlineData("Client:CacheTimeToLive", "00:00:00", "Set Client:CacheTimeToLive to a time between 00:00:00.010 and")]
    [InlineData("Client:Http", "nonsense", "Set Client:Http to one of: 1.1, 2, 2-multi.")]
    [InlineData("Client:Http", "2", "Set Backend:Http2Address, because Client:Http makes HTTP/2 the default")]
    [InlineData("Client:PooledConnectionLifetime", "00:00:00", "Set Client:PooledConnectionLifetime to a time between")]
    [InlineData(
        "Client:PooledConnectionLifetime", "2.00:00:00", "Set Client:PooledConnectionLifetime to a time between")]
    [InlineData(
        "Client:PooledConnectionIdleTimeout", "00:00:00.5", "Set Client:PooledConnectionIdleTimeout to a time between")]
    [InlineData("Backend:Http2Address", "ftp://localhost:1", "Set Backend:Http2Address to an http or https address")]
    [InlineData(
        "Backend:Http2Address", "http://admin:secret@localhost:1",
        "Set Backend:Http2Address to an http or https address without a path")]
    [InlineData("Backend:Timeout", "00:00:00", "Set Backend:Timeout to a time between 00:00:00.010 and")]
    [InlineData("Backend:BaseAddress", "", "Set Backend:BaseAddress to")]
    [InlineData(
        "Backend:BaseAddress", "/relative", "Set Backend:BaseAddress to an http or https address without a path")]
    [InlineData(
        "Backend:BaseAddress", "http://localhost:1/path",
        "Set Backend:BaseAddress to an http or https address without a path")]
    [InlineData(
        "Backend:BaseAddress", "http://admin:secret@localhost:1",
        "Set Backend:BaseAddress to an http or https address without a path")]
    [InlineData("Backend:MaxResponseBytes", "1000", "Set Backend:MaxResponseBytes to a number between 1024 and")]
    [InlineData("Ingestion:MaxBodyBytes", "1000", "Set Ingestion:MaxBodyBytes to a number between 1024 and 1048576.")]
    [InlineData("Resilience:Retries", "99", "Set Resilience:Retries to a number between")]
    [InlineData("Resilience:RetryDelay", "-00:00:01", "Set Resilience:RetryDelay to a time between")]
    [InlineData("Resilience:RetryBudget", "0", "Set Resilience:RetryBudget to a number between")]
    [InlineData("Resilience:FailureRatio", "0", "Set Resilience:FailureRatio to a number between")]
    [InlineData("Resilience:MinimumThroughput", "1", "Set Resilience:MinimumThroughput to a number between")]
    [InlineData("Resilience:SamplingDuration", "00:00:00.1", "Set Resilience:SamplingDuration to a time between")]
    [InlineData("Resilience:BreakDuration", "00:00:00.1", "Set Resilience:BreakDuration to a time between")]
    public async Task InvalidSetting_StartService_FailsWithAdvice(string key, string value, string fix)
    {
        using var host = CreateHost(key, value);

        var failure = await Should.ThrowAsync<OptionsValidationException>(
            () => host.StartAsync(TestContext.Current.CancellationToken));

        failure.Message.ShouldContain(fix);
        failure.Message.ShouldNotContain("secret");
    }

    [Fact]
    public async Task NoSettings_Start_Succeeds()
    {
        using var host = CreateHost("Nothing", "0");

        await host.StartAsync(TestContext.Current.CancellationToken);
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
