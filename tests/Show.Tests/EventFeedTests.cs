namespace Show.Tests;

public sealed class EventFeedTests
{
    private readonly EventFeed _feed = new(TimeSpan.FromMilliseconds(1), TimeProvider.System);

    [Fact]
    public void GetLinesAfter_PageThatReconnects_GetsWhatItMissed()
    {
        _feed.BeginRun("plan");
        _feed.Publish("load", "1");
        var (_, last, _) = _feed.GetLinesAfter(-1);
        _feed.Publish("sample", "2");

        _feed.GetLinesAfter(last).Lines.Select(published => published.Line).ShouldBe(["2"]);
        _feed.GetLinesAfter(-1).Lines.Select(published => published.Line).ShouldBe(["plan", "1", "2"]);
    }

    [Fact]
    public void GetLinesAfter_AnotherRun_BeginsWithItsDescription()
    {
        var empty = _feed.GetLinesAfter(-1);
        empty.Lines.ShouldBeEmpty();
        _feed.BeginRun("1");
        var first = _feed.GetLinesAfter(empty.LastId);
        first.Lines.Select(published => published.Line).ShouldBe(["1"]);
        _feed.Publish("sample", "trial");

        _feed.BeginRun("2");
        _feed.Publish("load", "tick");

        first.More.IsCompleted.ShouldBeTrue();
        _feed.GetLinesAfter(first.LastId).Lines.Select(published => published.Line).ShouldBe(["2", "tick"]);
        _feed.GetLinesAfter(first.LastId + 1).Lines.Select(published => published.Line).ShouldBe(
            ["2", "tick"], "A page that waited for the run misses nothing of it.");
    }

    [Fact]
    public async Task ReadAsync_NoEvents_GivesASignOfLifeUnlessTheRunIsLost()
    {
        _feed.BeginRun("plan");
        await using var reader = _feed.ReadAsync(-1, TestContext.Current.CancellationToken).GetAsyncEnumerator(
            TestContext.Current.CancellationToken);
        await reader.MoveNextAsync();
        await reader.MoveNextAsync();
        reader.Current.Data.ShouldBe("{}");

        _feed.IsLost = true;
        var next = reader.MoveNextAsync().AsTask();
        await Task.Delay(50, TestContext.Current.CancellationToken);

        next.IsCompleted.ShouldBeFalse();
        _feed.Publish("end", "end");
        await next;
        reader.Current.Data.ShouldBe("end");
    }

    [Fact]
    public void GetLinesAfter_MoreThanFits_LeavesTheEarliestLoadOut()
    {
        var line = new string('x', EventFeed.MostCharacters / 4);
        _feed.BeginRun("plan");

        foreach (var kind in (string[])["sample", "load", "turn", "load", "load"])
            _feed.Publish(kind, line);

        _feed.GetLinesAfter(-1).Lines.Select(published => published.Kind).ShouldBe(["plan", "sample", "turn", "load"]);
    }
}
