namespace EndToEnd.Tests;

/// <summary>Runs studies with measurements that are too short to mean anything.</summary>
[Slow]
[TimeLimit(180)]
public sealed class ShortStudyTests
{
    [Fact]
    public async Task ChattinessStudy_RunToEnd_CountsTheCallsOfEachVariantAndLeavesNoProcess()
    {
        using var study = new StudyRun(
            "chattiness", "--latency", "10", "--orders", "4", "--rounds", "2", "--turn", "100ms", "--warmup", "0s",
            "--lead", "0ms");

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        study.ReadTable("chattiness")
            .Select(row => (row.GetProperty("variant").GetString(),
                row.GetProperty("calls").GetProperty("median").GetDouble()))
            .ShouldBe([("sequential", 5), ("parallel", 5), ("one-call", 1)]);
        study.ShouldHaveStoppedItsServices();
    }

    /// <summary>With fewer requests than threads, each way to wait answers all of them.</summary>
    [Fact]
    public async Task BlockingStudy_FewRequests_AnswersAllAndStopsAfterSigterm()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The study sends SIGTERM, which Windows does not have.");
        using var study = new StudyRun(
            "blocking", "await", "result", "result-blocking-0", "--pools", "20-200", "--requests", "4", "--rounds", "1");

        (await study.WaitForExitAsync()).ShouldBe(ExitCode.Success, study.Output);

        var rows = study.ReadTable("blocking");
        rows.Select(row => row.GetProperty("kind").GetString()).ShouldBe(["await", "result", "result-blocking-0"]);
        rows.ShouldAllBe(row => row.GetProperty("answered_percent").GetProperty("median").GetDouble() == 100
            && row.GetProperty("stopped").GetInt32() == 1);
        study.ShouldHaveStoppedItsServices();
    }

    [Fact]
    public async Task QuotaStudy_Interrupted_LeavesNoControlGroup()
    {
        using var study = new StudyRun("cpu-quota", "--cores", "1");
        await Eventually.WaitUntilAsync(() => study.HasExited || study.ReadServices().Count is 2);
        Assert.SkipWhen(study.HasExited, "No quota can be set here.");

        study.Interrupt();

        (await study.WaitForExitAsync()).ShouldBe(ExitCode.Interrupted, study.Output);
        study.ShouldHaveStoppedItsServices();
        study.FindControlGroups().ShouldBeEmpty();
    }
}
