namespace Load.Tests;

/// <summary>Compares images, with a stand-in for the docker command and its engine.</summary>
[Slow]
public sealed class ImageTests : LoadToolTests
{
    private readonly FakeDocker _docker = new();

    [Fact]
    public async Task Images_OneUsesMoreCpu_IsToldByTheStatisticsOfTheEngine()
    {
        await InvokeAsync("image:shop:100", "image:shop:150", "--within 8s -c 2");

        var result = await Tool.ReadResultAsync();
        result.Variants[1].CpuRatio!.Value.ShouldBe(1.5, 0.001, Tool.Output);
        result.Variants[1].AllocRatio.ShouldBeNull();
        result.Variants[0].Summary.ShouldBe("image:shop:100 (sha256:73686f703a31)");
        result.Provenance.Single(row => row[0] == "Target")[1].ShouldStartWith(
            "container on Test OS, x86_64, 4 processors: CPU time and memory as its engine counts them, "
            + "allocations not measured because its diagnostics port cannot be reached");
        _docker.Runs[0].ShouldContain(" --no-healthcheck --publish 127.0.0.1::8080 sha256:73686f70");
        _docker.Runs[0].ShouldNotContain("--env");
        _docker.Containers.ShouldBeEmpty();
    }

    [Fact]
    public async Task Image_Absent_IsNamedWithTheCommandThatGetsIt()
    {
        (await InvokeAsync("image:absent:1", "image:shop:100", "")).ShouldBe(ExitCode.ServiceFailed);

        Tool.Error.ShouldContain("No such image: absent:1. Build it, or docker pull absent:1");
    }

    [Fact]
    public async Task Engine_DoesNotAnswer_IsSaid()
    {
        _docker.Stop();

        (await InvokeAsync("image:shop:100", "image:shop:100", "")).ShouldBe(ExitCode.ServiceFailed);

        Tool.Error.ShouldContain("docker ps: Cannot connect to the engine. Is it running?");
    }

    [Theory]
    [InlineData("image:broken:1", "(port 8080, the lowest port that the image exposes)")]
    [InlineData("image:broken-silent:1", "(port 8080, set by PORT and ASPNETCORE_URLS, because the image exposes no port)")]
    [InlineData("image:broken-stale:1",
        "(port 8080, set by PORT and ASPNETCORE_URLS, because the image exposes it, but has ASPNETCORE_HTTP_PORTS=9000)")]
    public async Task Container_EndsAtOnce_IsSaidWithItsPortAndLastLines(string image, string port)
    {
        (await InvokeAsync(image, "image:shop:100", "")).ShouldBe(ExitCode.ServiceFailed, Tool.Output);

        Tool.Error.ShouldStartWith($"A ended with exit code 7 before it listened {port}");
        Tool.Error.ShouldContain("last lines of its output:\n    no database");
        _docker.Runs.Any(run => run.Contains("--env PORT=8080 --env ASPNETCORE_URLS=http://+:8080"))
            .ShouldBe(image is not "image:broken:1");
        _docker.Containers.ShouldBeEmpty();
    }

    [Fact]
    public async Task Container_IgnoresSignal_IsRemovedAfterCtrlC()
    {
        using var stop = new CancellationTokenSource();
        var run = Tool.InvokeUntilStoppedAsync(
            ["ab", "image:stubborn:100", "image:shop:100", "--path", "/", "--out", Tool.Folder], stop.Token);
        await Eventually.WaitUntilAsync(() => _docker.Containers.Count() == 2);

        await stop.CancelAsync();

        (await run).ShouldBe(ExitCode.RunInterrupted, Tool.Output);
        _docker.Containers.ShouldBeEmpty();
    }

    [Fact]
    public async Task Tools_WereKilled_TheirContainersAreRemoved()
    {
        var machine = Environment.MachineName;
        _docker.AddContainer("load-ab-killed", $"{machine}:/no/such/lock");
        _docker.AddContainer("load-ab-running", $"{machine}:{new TempFile("", "").Path}");
        _docker.AddContainer("load-ab-elsewhere", $"not-{machine}:/no/such/lock");
        // As an image may label it.
        _docker.AddContainer("victim", $"{machine}:/no/such/lock");
        _docker.AddContainer("load-ab-other", $"x:/no\\nvictim {machine}:/no/such/lock");

        await InvokeAsync("image:absent:1", "image:shop:100", "");

        _docker.Containers.ShouldBe(["load-ab-running", "load-ab-elsewhere", "victim", "load-ab-other"], ignoreOrder: true);
    }

    public override void Dispose()
    {
        base.Dispose();
        _docker.Dispose();
    }

    private Task<int> InvokeAsync(string a, string b, string options) => Tool.InvokeAsync(
    [
        "ab", a, b, "--path", "/", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--out", Tool.Folder,
    ]);
}
