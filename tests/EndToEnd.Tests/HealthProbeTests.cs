using ServiceDefaults;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>What a container's HEALTHCHECK runs.</summary>
public sealed class HealthProbeTests
{
    private static readonly Uri Nowhere = new("http://127.0.0.1:9");

    [Fact]
    public async Task Probe_OfAServiceWithoutItsBackend_IsLiveAndNotReady()
    {
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={Nowhere}"], TestContext.Current.CancellationToken);

        HealthProbe.Run(["--health"], frontend.Address.Port).ShouldBe(0);
        HealthProbe.Run(["--health", "live"], frontend.Address.Port).ShouldBe(0);
        HealthProbe.Run(["--health", "ready"], frontend.Address.Port).ShouldBe(1);
    }

    [Fact]
    public async Task Probe_OfAServiceWithItsBackend_IsReady()
    {
        await using var backend = new CountingBackend();
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], TestContext.Current.CancellationToken);

        HealthProbe.Run(["--health", "ready"], frontend.Address.Port).ShouldBe(0);
    }

    [Fact]
    public void Probe_WhereNothingListens_IsNotLive() => HealthProbe.Run(["--health"], Nowhere.Port).ShouldBe(1);

    [Theory]
    [InlineData(true, "--health")]
    [InlineData(true, "--health", "ready")]
    [InlineData(false)]
    [InlineData(false, "--urls", "http://localhost:1")]
    public void Probe_AskedFor_OnlyByItsOption(bool asked, params string[] args) => HealthProbe.IsRequested(args).ShouldBe(asked);
}
