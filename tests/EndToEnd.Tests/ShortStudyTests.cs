namespace EndToEnd.Tests;

/// <summary>Runs studies with measurements that are too short to mean anything.</summary>
[Slow]
[TimeLimit(180)]
public sealed class ShortStudyTests : FolderTests
{
    private const string Surprise = "surprise: [times > 3, blocking > 10]";

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

    [Fact]
    public async Task Study_Interrupted_LeavesNoProcess()
    {
        using var study = new StudyRun("chattiness");
        await Eventually.WaitUntilAsync(() => study.ReadServices().Count >= 2);

        study.Interrupt();

        (await study.WaitForExitAsync()).ShouldBe(ExitCode.Interrupted, study.Output);
        study.ShouldHaveStoppedItsServices();
    }

    /// <summary>Rehearses an act of the talk with a surprise that does not come.</summary>
    [Fact]
    public async Task Rehearsal_OfAnActWhoseSurpriseDoesNotCome_FailsAndLeavesNoProcess()
    {
        var act = File.ReadAllText(ProgramLocator.GetPath("experiments", "talk", "2-a-hundred-at-once.yaml"));
        act.ShouldContain(Surprise);
        Write("1-a-hundred-at-once.yaml", act.Replace("ms=2000", "ms=100", StringComparison.Ordinal)
            .Replace(Surprise, "surprise: [times < 0]", StringComparison.Ordinal));
        using var study = new StudyRun("rehearse", "--act", "1", "--acts", Folder);

        (await study.WaitForExitAsync()).ShouldBe(ExitCode.ExpectationNotMet, study.Output);

        study.Output.ShouldContain("A hundred at once");
        study.Output.ShouldContain("is not met");
        study.ShouldHaveStoppedItsServices();
    }

    /// <summary>Runs the programs of studies and benchmarks from a current directory outside the repository.</summary>
    [Theory]
    [InlineData("Experiments", 0, "load-shedding", "list")]
    [InlineData("Experiments", 64, "nonsense", "nonsense")]
    [InlineData("Benchmarks", 0, "ResponseBufferingServer.", "--list", "flat")]
    public async Task Program_RunFromAnotherFolder_ExitsWithExpectedCode(
        string program, int code, string text, params string[] arguments)
    {
        var start = ProgramLocator.CreateStartInfo(program, arguments);
        start.WorkingDirectory = Folder;
        var output = await ProcessRunner.CaptureAsync(start, TestContext.Current.CancellationToken);

        output.ExitCode.ShouldBe(code, output.All);
        output.All.ShouldContain(text, Case.Insensitive);
    }
}
