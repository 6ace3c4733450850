namespace EndToEnd.Tests;

/// <summary>Rehearses the first act of the talk with a surprise that does not come.</summary>
[Slow]
[TimeLimit(180)]
public sealed class RehearsalTests
{
    private const string Surprise = "surprise: [calls >= 2, calls <= 4]";

    [Fact]
    public async Task Rehearsal_OfAnActWhoseSurpriseDoesNotCome_FailsAndLeavesNoProcess()
    {
        var acts = Directory.CreateTempSubdirectory();
        var act = File.ReadAllText(ProgramLocator.GetPath("docs", "talk", "1-one-call.yaml"));
        act.ShouldContain(Surprise);
        await File.WriteAllTextAsync(
            Path.Combine(acts.FullName, "1-one-call.yaml"),
            act.Replace(Surprise, "surprise: [calls > 4]", StringComparison.Ordinal),
            TestContext.Current.CancellationToken);
        using var study = new StudyRun("rehearse", "--act", "1", "--acts", acts.FullName);

        (await study.WaitForExitAsync()).ShouldBe(ExitCode.ExpectationNotMet, study.Output);

        study.Output.ShouldContain("One call");
        study.Output.ShouldContain("is not met");
        study.ShouldHaveStoppedItsServices();
        acts.Delete(recursive: true);
    }
}
