namespace EndToEnd.Tests;

/// <summary>Rehearses an act of the talk with a surprise that does not come.</summary>
[Slow]
[TimeLimit(180)]
public sealed class RehearsalTests : FolderTests
{
    private const string Surprise = "surprise: [failures > 0]";

    [Fact]
    public async Task Rehearsal_OfAnActWhoseSurpriseDoesNotCome_FailsAndLeavesNoProcess()
    {
        var act = File.ReadAllText(ProgramLocator.GetPath("docs", "talk", "3-pull-the-plug.yaml"));
        act.ShouldContain(Surprise);
        Write(
            "1-pull-the-plug.yaml", act.Replace(Surprise, "surprise: [failures < 0]", StringComparison.Ordinal));
        using var study = new StudyRun("rehearse", "--act", "1", "--acts", Folder);

        (await study.WaitForExitAsync()).ShouldBe(ExitCode.ExpectationNotMet, study.Output);

        study.Output.ShouldContain("Pull the plug");
        study.Output.ShouldContain("is not met");
        study.ShouldHaveStoppedItsServices();
    }
}
