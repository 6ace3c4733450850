using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>Rehearses the first act of the talk, as it is and with a surprise that does not come.</summary>
[TimeLimit(180)]
public sealed class RehearsalTests
{
    private const string Surprise = "surprise: [calls >= 2, calls <= 4]";

    // On a busy computer, the run may be INVALID, so that the act falls flat for another reason too.
    [Theory]
    [InlineData(Surprise, false)]
    [InlineData("surprise: [calls > 4]", true)]
    public async Task Rehearsal_OfAnAct_FailsIfTheSurpriseDoesNotCome(string surprise, bool isPlanted)
    {
        var acts = Directory.CreateTempSubdirectory();
        var act = File.ReadAllText(ProgramLocator.GetPath("docs", "talk", "1-one-call.yaml"));
        act.ShouldContain(Surprise);
        await File.WriteAllTextAsync(
            Path.Combine(acts.FullName, "1-one-call.yaml"), act.Replace(Surprise, surprise, StringComparison.Ordinal),
            TestContext.Current.CancellationToken);
        using var study = new StudyRun("rehearse", "--act", "1", "--acts", acts.FullName);

        var code = await study.WaitForExitAsync();

        study.Output.Contains("is not met", StringComparison.Ordinal).ShouldBe(isPlanted, study.Output);
        study.Output.ShouldContain("One call");
        if (isPlanted)
            code.ShouldBe(ExitCode.ExpectationNotMet, study.Output);
        else
            code.ShouldBeOneOf(ExitCode.Success, ExitCode.ExpectationNotMet);
        (code is ExitCode.Success).ShouldBe(study.Output.Contains(" s  held", StringComparison.Ordinal), study.Output);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
        acts.Delete(recursive: true);
    }
}
