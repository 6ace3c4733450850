namespace EndToEnd.Tests;

/// <summary>Runs the command behind `make demo` with measurements that are too short for meaningful results.</summary>
[TimeLimit(240)]
public sealed class DemoTests
{
    /// <summary>The demo starts a front-end for the asynchronous WebClient, and one for all other strategies.</summary>
    private const int FrontendCount = 2;

    [Slow]
    [Fact]
    public async Task Demo_RunToEnd_ComparesEveryStrategyAndLeavesNoProcess()
    {
        using var demo = StartDemo(2);

        var code = await demo.WaitForExitAsync();
        var result = demo.ReadResults().ShouldHaveSingleItem(demo.Output);
        // On a machine that is busy with other tests, the result may be invalid. The exit code must match
        // the validity that the result states.
        code.ShouldBe(result.Validity.State is "invalid" ? ExitCode.Invalid : ExitCode.Success, demo.Output);
        result.Validity.State.ShouldBeOneOf("valid", "invalid");
        result.Variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0);
        result.Variants.Select(variant => variant.Name)
            .ShouldBe(ScenarioStrategy.ReadAll("strategies").Select(strategy => strategy.Name), ignoreOrder: true);
        result.Samples.Where(sample => sample.Variant != result.Baseline).CountBy(sample => sample.Variant)
            .ShouldAllBe(variant => variant.Value == 2);
        result.Variants.Where(variant => variant.Target.CpuMs is not > 0 || string.IsNullOrEmpty(variant.Summary))
            .ShouldBeEmpty();
        ShouldHaveStopped(demo);
    }

    [Slow]
    [Fact]
    public async Task Demo_Interrupted_WritesMeasuredRoundsAndLeavesNoProcess()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");
        var page = FreePort.FindAddress();
        using var demo = StartDemo(100, "--live", "--page", RequestUrls.FormatBaseUrl(page));
        using var live = new LiveEventReader(page);
        (await live.GetPageAsync()).ShouldContain("<script>");
        await live.ReadUntilAsync("sample", sample => sample.GetProperty("round").GetInt32() is 2);

        demo.Interrupt();

        (await demo.WaitForExitAsync()).ShouldBe(ExitCode.Interrupted, demo.Output);
        demo.ReadResults().ShouldHaveSingleItem(demo.Output).Validity.State.ShouldBe("cut-short");
        ShouldHaveStopped(demo);
    }

    private static StudyRun StartDemo(int rounds, params string[] more) => new(
    [
        "demo", "--rounds", $"{rounds}", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "50ms", "-c", "2",
        .. more,
    ]);

    private static void ShouldHaveStopped(StudyRun demo)
    {
        var services = demo.ReadServices();
        services.Count(service => service.Role is "front-end").ShouldBe(FrontendCount, demo.Output);
        services.Count(service => service.Role is "back-end").ShouldBe(1, demo.Output);
        demo.ShouldHaveStoppedItsServices();
    }
}
