namespace Experiments.Tests.Talk;

public sealed class RecordedActTests : FolderTests
{
    private static readonly Act Act = ActTests.ExampleAct;

    [Fact]
    public void Act_WithARecording_HasItsFindingAndNoPathOfAComputer()
    {
        var outcome = ActTests.CreateOutcome(ActFigure.Exact(3));
        var folder = Path.Combine(Folder, "recordings");
        var path = Path.Combine("1-one-call-0a1b", "run.json");
        string[] lines = [.. new[] { Path.Combine(Folder, path), path }.Select(one => JsonSerializer.Serialize(one))];

        RecordedAct.Write(folder, Act, [lines[0]], outcome, Folder);

        var recorded = RecordedAct.Read(Act, "none", folder);
        (recorded.Finding?.Text, recorded.Finding?.Source)
            .ShouldBe(("There are 3, not {others}.", "Recorded on 2026-11-21, 2 × AMD EPYC."));
        File.ReadAllLines(recorded.Events.ShouldNotBeNull()).ShouldBe([lines[1]]);
        JsonSerializer.SerializeToNode(recorded, StrictYaml.Options)!.AsObject().Select(member => member.Key)
            .ShouldBe(["act", "finding"], ignoreOrder: true);
        RecordedAct.Read(Act, "none").ShouldBe(new RecordedAct(Act));
    }

    [Theory]
    [InlineData("some avg10=1.53 avg60=0.87 avg300=0.40 total=1234\nfull avg10=0.00 total=0\n", 1.53)]
    [InlineData("nothing that is known", null)]
    [InlineData("", null)]
    public void ProcessorPressure_OfAFile_IsThatOfTheLastTenSeconds(string text, double? percent) =>
        MachineRecord.ReadCpuPressure(Write("cpu", text)).ShouldBe(percent);
}
