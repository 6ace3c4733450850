namespace Experiments.Tests.Talk;

public sealed class ActCuesTests
{
    private static readonly ActCue[] OfAStage = [new(AfterS: 0, Variant: "b"), new(AfterS: 0, Proof: true)];

    [Fact]
    public async Task Cues_InARehearsal_ComeAfterTheFirstFiguresOfTheLoad()
    {
        var (load, changes) = (new StringWriter(), new List<int>());
        var cues = new ActCues([.. OfAStage, new(AfterS: 0) { Grow = ["pod"] }], cue => changes.Add(cue.Grow.Count));

        var done = cues.DoAllAsync(TestContext.Current.CancellationToken);
        cues.Next.ShouldBe(OfAStage[0]);
        cues.Begin(load);
        await done;

        cues.Next.ShouldBeNull();
        $"{load}".ShouldBe(string.Join(Environment.NewLine, """{"variant":"b"}""", """{"proof":true}""", ""));
        changes.ShouldBe([0, 0, 1]);
    }

    [Fact]
    public void Cue_OfTheSpeaker_IsDoneOnceAndNotBeforeTheLoadBegins()
    {
        var load = new StringWriter();
        var cues = new ActCues(OfAStage, _ => { });

        cues.TryDoNext().ShouldBeTrue();
        cues.Next.ShouldBe(OfAStage[0], "The load has not begun.");
        cues.Begin(load);
        cues.TryDoNext().ShouldBeTrue();
        cues.Next.ShouldBe(OfAStage[1]);
        load.Dispose();
        cues.TryDoNext().ShouldBeTrue("The load has ended, and nobody reads the cue.");
        cues.TryDoNext().ShouldBeFalse();
    }
}
