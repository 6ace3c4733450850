namespace Load.Tests;

public sealed class MonitoredProcessTests : LoadToolTests
{
    [Fact]
    public async Task MonitorOption_Run_HasTheLevelsOfTheTarget()
    {
        await using var server = await MeteredServer.StartAsync();

        var exit = await Tool.RunAsync(
            server.Url,
            "-n 200 -c 1 --monitor target --metric anonymous-memory=anonymous_bytes --metric time-wait=time_wait "
                + $"--monitor back-end={server.Url}");

        Tool.ShouldHaveMeasured(exit);
        var target = (await Tool.ReadResultAsync()).Variants[0].Processes["target"]!;
        (target.WorkingSetMb, target.AnonymousMb, target.TimeWait).ShouldBe((99, 28, 12));
        Tool.Output.ShouldMatch(@"target +2\.00 .* 99\.0 .* 28\.0");
    }

    [Fact]
    public async Task MonitorOption_SeparateProcessForEachVariant_ReadsTheMetricsOfEach()
    {
        await using var one = await MeteredServer.StartAsync();
        await using var other = await MeteredServer.StartAsync();

        var exit = await Tool.InvokeAsync("compare", "-u", one.Url, "-c", "1", "--rounds", "2", "--turn", "50ms",
            "--warmup", "0s", "--settle", "10ms", "--metric", "anonymous-memory=anonymous_bytes",
            "--monitor", $"back-end={one.Url}",
            "--vary",
            $$$"""
            [{name: one, query: a=1}, {name: other, url: "{{{other.Url}}}", monitor: {back-end: "{{{other.Url}}}"}}]
            """,
            "--out", Tool.Folder);

        Tool.ShouldHaveMeasured(exit);
        (await Tool.ReadResultAsync()).Variants
            .ShouldAllBe(variant => variant.Processes["back-end"]!.AnonymousAfterMb == 28);
    }

    [Fact]
    public async Task MonitorTargetAtAnotherPort_Run_ReadsTheMetricsThere()
    {
        await using var metrics = await MeteredServer.StartAsync();
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, () => "");

        await Tool.RunAsync(server.Url, $"-n 1 -c 1 --monitor target=:{new Uri(metrics.Url).Port}");

        (await Tool.ReadRunAsync()).Processes["target"]!.WorkingSetMb.ShouldBe(99);
    }

    [Fact]
    public async Task MonitorTarget_NoPageOfMetrics_SystemTellsCpuAndMemory()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux tells which process listens.");
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, () => "");

        await Tool.RunAsync(server.Url, "-n 2000 -c 1 --monitor target");

        var target = (await Tool.ReadRunAsync()).Processes["target"]!;
        target.CpuMs!.Value.ShouldBeInRange(0.001, 100);
        target.WorkingSetMb!.Value.ShouldBeInRange(10, 10_000);
        target.AllocKb.ShouldBeNull();
    }
}
