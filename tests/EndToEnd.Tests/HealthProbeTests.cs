using ServiceDefaults;

namespace EndToEnd.Tests;

public sealed class HealthProbeTests
{
    private const int UnusedPort = 9;

    [Fact]
    public async Task Frontend_ProbedWithAndWithoutBackend_IsLiveAndReadyOnlyWithIt()
    {
        await using var alone = new ServiceFactory<FrontendMetrics>(
            ("Backend:BaseAddress", $"http://127.0.0.1:{UnusedPort}"));
        await using var pair = new CountedPair();

        await ShouldSucceedAsync(alone.Address.Port, "--health");
        await ShouldSucceedAsync(alone.Address.Port, "--health", "live");
        HealthProbe.Run(["--health", "ready"], alone.Address.Port).ShouldBe(1);
        await ShouldSucceedAsync(pair.Address.Port, "--health", "ready");
        HealthProbe.Run(["--health"], UnusedPort).ShouldBe(1);
    }

    /// <summary>The probe has a time limit, which a busy machine may exceed.</summary>
    private static Task ShouldSucceedAsync(int port, params string[] args) =>
        Eventually.WaitUntilAsync(() => HealthProbe.Run(args, port) is 0, within: TimeSpan.FromSeconds(40));
}
