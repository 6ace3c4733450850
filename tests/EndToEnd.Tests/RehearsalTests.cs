namespace EndToEnd.Tests;

/// <summary>Rehearses an act of the talk with a surprise that does not come.</summary>
[Slow]
[TimeLimit(180)]
public sealed class RehearsalTests : FolderTests
{
    private const string Surprise = "surprise: [times > 3]";

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
}
