using FrontendApi.Backend;
using ServiceDefaults;

namespace EndToEnd.Tests;

/// <summary>Tests the health probe: the program that the HEALTHCHECK of a container runs.</summary>
public sealed class HealthProbeTests
{
    private const int UnusedPort = 9;

    [Fact]
    public async Task Frontend_ProbedWithAndWithoutBackend_IsLiveAndReadyOnlyWithIt()
    {
        await using var alone = new ServiceFactory<FrontendMetrics>(
            ("Backend:BaseAddress", $"http://127.0.0.1:{UnusedPort}"));
        await using var pair = new CountedPair();

        HealthProbe.Run(["--health"], alone.Address.Port).ShouldBe(0);
        HealthProbe.Run(["--health", "live"], alone.Address.Port).ShouldBe(0);
        HealthProbe.Run(["--health", "ready"], alone.Address.Port).ShouldBe(1);
        HealthProbe.Run(["--health", "ready"], pair.Address.Port).ShouldBe(0);
        HealthProbe.Run(["--health"], UnusedPort).ShouldBe(1);
    }

    [Fact]
    public void CommandLine_WithOrWithoutHealthOption_IsRecognized()
    {
        HealthProbe.IsRequested(["--health", "ready"]).ShouldBeTrue();
        HealthProbe.IsRequested(["--urls", "http://localhost:1"]).ShouldBeFalse();
    }
}
