namespace Experiments.Tests.Talk;

public sealed class TalkSessionTests
{
    [Fact]
    public async Task Session_FromItsFirstStep_KeepsTheTimesUntilTheTalkBeginsAgain()
    {
        var time = new FakeTimeProvider(DateTimeOffset.UnixEpoch);
        await using var session = new TalkSession(
            [RecordedAct.Read(ActTests.ExampleAct)], results: "none", prefersRecordings: true)
        {
            Time = time,
        };

        ReadTimes(session).ShouldBe((null, null));
        session.GoForward();
        time.Advance(TimeSpan.FromMinutes(2));
        session.GoBack();
        ReadTimes(session).ShouldBe((DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch), "The act is the same.");
        session.GoForward();
        session.GoForward();
        session.GoForward();
        ReadTimes(session).ShouldBe(
            (DateTimeOffset.UnixEpoch, time.GetUtcNow()), "The last page follows the only act.");
        session.GoToAct(1);
        ReadTimes(session).ShouldBe((null, null));
    }

    /// <summary>A speaker who hurries leaves the recording before it plays.</summary>
    [Fact]
    public async Task Session_RecordingLeftAtOnce_HasItsFinding()
    {
        var folder = ProgramLocator.GetPath("experiments", "talk");
        var act = Act.ReadAll(folder).First(act => act.HasRun);
        await using var session = new TalkSession(
            [RecordedAct.Read(act, RecordedAct.GetFolder(folder))], results: "none", prefersRecordings: true);

        session.GoForward();
        session.GoForward();

        var state = JsonDocument.Parse(session.Read().Json).RootElement;
        state.GetProperty("step").GetString().ShouldBe("reveal");
        state.GetProperty("findings").EnumerateObject().ShouldHaveSingleItem().Name.ShouldBe("0");
    }

    private static (DateTimeOffset? Started, DateTimeOffset? ActStarted) ReadTimes(TalkSession session)
    {
        var state = JsonDocument.Parse(session.Read().Json).RootElement;
        return (Read("started"), Read("act_started"));

        DateTimeOffset? Read(string name) =>
            state.GetProperty(name) is { ValueKind: JsonValueKind.String } time ? time.GetDateTimeOffset() : null;
    }
}
