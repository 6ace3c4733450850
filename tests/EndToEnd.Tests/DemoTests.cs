using Experiments.LoadTool;

namespace EndToEnd.Tests;

/// <summary>Runs the command behind `make demo` with measurements that are too short for meaningful results.</summary>
[TimeLimit(240)]
public sealed class DemoTests
{
    /// <summary>Two strategies have a front-end of their own, and the others share one.</summary>
    private const int FrontendCount = 3;

    [Slow]
    [Fact]
    public async Task Demo_OfTwoStarts_ComparesSixStrategiesAndLeavesNoProcess()
    {
        using var demo = StartDemo(starts: 2, rounds: 2);

        var code = await demo.WaitForExitAsync();

        var result = demo.ReadResults().ShouldHaveSingleItem(demo.Output);
        // On a machine that is busy with other tests, the result may be invalid. The exit code must match
        // the validity that the result states.
        code.ShouldBe(result.Validity.State is "invalid" ? ExitCode.Invalid : ExitCode.Success, demo.Output);
        result.StartCount.ShouldBe(2);
        result.Variants.Select(variant => variant.Name)
            .ShouldBe(
                [
                    "webclient-sync", "webclient-async", "read-as-async", "string-jsonconvert", "read-as-async-2014",
                    "get-from-json",
                ],
                ignoreOrder: true);
        result.Variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0);
        result.Variants.Where(variant => variant.Target.CpuMs is not > 0 || string.IsNullOrEmpty(variant.Summary))
            .ShouldBeEmpty();
        demo.Output.Split(Environment.NewLine).TakeWhile(line => line is not "")
            .Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Take(4)))
            .ShouldBe(["Six ways to read", "start 1 of 2", "start 2 of 2,"]);
        var settings = result.Provenance.Single(row => row[0] is "Environment")[1];
        demo.Output.ShouldContain($"your shell sets {settings}, which may change the results");
        demo.Output.ShouldNotContain("ready on");
        ShouldHaveStopped(demo, starts: 2);
    }

    [Slow]
    [Fact]
    public async Task Demo_Interrupted_WritesMeasuredRoundsAndLeavesNoProcess()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");
        var page = FreePort.FindAddress();
        using var demo = StartDemo(starts: 1, rounds: 100, "--live", "--page", RequestUrls.FormatBaseUrl(page));
        using var live = new LiveEventReader(page);
        (await live.GetPageAsync()).ShouldContain("<script>");
        await live.ReadUntilAsync("sample", sample => sample.GetProperty("round").GetInt32() is 2);

        demo.Interrupt();

        (await demo.WaitForExitAsync()).ShouldBe(ExitCode.Interrupted, demo.Output);
        demo.ReadResults().ShouldHaveSingleItem(demo.Output).Validity.State.ShouldBe("cut-short");
        ShouldHaveStopped(demo, starts: 1);
    }

    private static StudyRun StartDemo(int starts, int rounds, params string[] more) => new(
    [
        "demo", "--starts", $"{starts}", "--rounds", $"{rounds}", "--turn", "100ms", "--warmup", "100ms", "-c", "2",
        .. more,
    ]);

    private static void ShouldHaveStopped(StudyRun demo, int starts)
    {
        var services = demo.ReadServices();
        services.Count(service => service.Role is "front-end").ShouldBe(starts * FrontendCount, demo.Output);
        services.Count(service => service.Role is "back-end").ShouldBe(starts, demo.Output);
        demo.ShouldHaveStoppedItsServices();
    }
}
