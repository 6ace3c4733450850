namespace Experiments.Tests.Talk;

public sealed class TalkSessionTests
{
    private static readonly string Talk = ProgramLocator.GetPath("experiments", "talk");

    /// <summary>A speaker who hurries leaves the recording before it plays.</summary>
    [Fact]
    public async Task Session_RecordingLeftAtOnce_HasItsFindingAlsoOnTheWayBack()
    {
        var act = RecordedAct.Read(Act.ReadAll(Talk)[0], RecordedAct.GetFolder(Talk));
        await using var session = new TalkSession([act], results: "none", prefersRecordings: true);

        session.GoForward();
        session.Guess(2);
        session.GoForward();
        session.Guess(1);
        ShouldBe(session, "reveal");
        session.GoForward();
        ShouldBe(session, "end");
        session.GoBack();
        ShouldBe(session, "reveal");
        session.GoBack();
        ShouldBe(session, "question");
    }

    [Fact]
    public async Task Session_ActWithoutARecording_SaysSo()
    {
        await using var session = new TalkSession(
            [new(ActTests.ExampleAct)], results: "none", prefersRecordings: true);

        session.GoForward();

        session.Read().ShouldContain("\"problem\":\"The act has no recording.");
    }

    private static void ShouldBe(TalkSession session, string step)
    {
        var state = JsonDocument.Parse(session.Read()).RootElement;
        state.GetProperty("step").GetString().ShouldBe(step);
        state.GetProperty("findings").EnumerateObject().ShouldHaveSingleItem().Name.ShouldBe("0");
        state.GetProperty("guesses").GetProperty("0").GetInt32().ShouldBe(2, "The room has seen the answer.");
    }
}
