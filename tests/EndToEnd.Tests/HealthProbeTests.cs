using ServiceDefaults;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>Tests the health probe: the program that the HEALTHCHECK of a container runs.</summary>
public sealed class HealthProbeTests
{
    private static readonly Uri UnusedAddress = new("http://127.0.0.1:9");

    [Fact]
    public async Task FrontendWithoutBackend_Probed_IsLiveAndNotReady()
    {
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={UnusedAddress}"], TestContext.Current.CancellationToken);

        HealthProbe.Run(["--health"], frontend.Address.Port).ShouldBe(0);
        HealthProbe.Run(["--health", "live"], frontend.Address.Port).ShouldBe(0);
        HealthProbe.Run(["--health", "ready"], frontend.Address.Port).ShouldBe(1);
    }

    [Fact]
    public async Task FrontendWithBackend_Probed_IsReady()
    {
        await using var backend = new CountingBackend();
        await using var frontend = await ServiceProcess.StartAsync(
            "FrontendApi", [$"--Backend:BaseAddress={backend.Address}"], TestContext.Current.CancellationToken);

        HealthProbe.Run(["--health", "ready"], frontend.Address.Port).ShouldBe(0);
    }

    [Fact]
    public void PortWithoutService_Probed_IsNotLive() => HealthProbe.Run(["--health"], UnusedAddress.Port).ShouldBe(1);

    [Theory]
    [InlineData(true, "--health")]
    [InlineData(true, "--health", "ready")]
    [InlineData(false)]
    [InlineData(false, "--urls", "http://localhost:1")]
    public void CommandLine_WithOrWithoutHealthOption_IsRecognized(bool asked, params string[] args) =>
        HealthProbe.IsRequested(args).ShouldBe(asked);
}
