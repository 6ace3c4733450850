namespace Show.Tests;

public sealed class EventFeedTests
{
    private readonly EventFeed _feed = new(TimeSpan.FromMilliseconds(1), TimeProvider.System);

    [Fact]
    public void GetEventsAfter_PageThatReconnects_GetsWhatItMissedOrElseTheHistory()
    {
        _feed.BeginRun("{}");
        _feed.Publish(RunEvent.TrialType, "first");
        for (var i = 1; i <= EventFeed.Capacity; i++)
            _feed.Publish(RunEvent.LoadStateType, $"{i}");
        var last = _feed.GetEventsAfter(-1).LastId;

        _feed.GetEventsAfter(last - 3).Events.Select(published => published.Json).ShouldBe(["998", "999", "1000"]);
        _feed.GetEventsAfter(last).Events.ShouldBeEmpty();
        foreach (var id in (long[])[-1, last - EventFeed.Capacity - 1, last + 1])
        {
            _feed.GetEventsAfter(id).Events.Select(published => published.Type).ShouldBe(["hello", "slice"], $"{id}");
        }
    }

    [Fact]
    public void GetEventsAfter_AnotherRun_BeginsWithItsDescription()
    {
        var empty = _feed.GetEventsAfter(-1);
        empty.Events.ShouldBeEmpty();
        _feed.BeginRun("1");
        var first = _feed.GetEventsAfter(empty.LastId);
        first.Events.Select(published => published.Json).ShouldBe(["1"]);
        _feed.Publish(RunEvent.TrialType, "trial");

        _feed.BeginRun("2");
        _feed.Publish(RunEvent.LoadStateType, "tick");

        first.More.IsCompleted.ShouldBeTrue();
        _feed.GetEventsAfter(first.LastId).Events.Select(published => published.Json).ShouldBe(["2"]);
        _feed.GetEventsAfter(first.LastId + 1).Events.Select(published => published.Json).ShouldBe(
            ["2", "tick"], "A page that waited for the run misses nothing of it.");
    }

    [Fact]
    public async Task ReadAsync_NoEvents_GivesASignOfLifeUnlessTheRunIsLost()
    {
        _feed.BeginRun("{}");
        await using var reader = _feed.ReadAsync(-1, TestContext.Current.CancellationToken).GetAsyncEnumerator(
            TestContext.Current.CancellationToken);
        await reader.MoveNextAsync();
        await reader.MoveNextAsync();
        reader.Current.EventType.ShouldBe("alive");

        _feed.IsLost = true;
        var next = reader.MoveNextAsync().AsTask();
        await Task.Delay(50, TestContext.Current.CancellationToken);

        next.IsCompleted.ShouldBeFalse();
        _feed.Publish(RunEvent.EndType, "{}");
        await next;
        reader.Current.EventType.ShouldBe("end");
    }
}
