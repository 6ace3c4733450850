namespace Show.Tests;

public sealed class EventFeedTests
{
    private readonly EventFeed _feed = new(TimeSpan.FromMilliseconds(1), TimeProvider.System);

    [Fact]
    public void GetLinesAfter_PageThatReconnects_GetsWhatItMissedOrElseTheHistory()
    {
        _feed.BeginRun("{}");
        _feed.Publish("sample", "first");
        for (var i = 1; i <= EventFeed.Capacity; i++)
            _feed.Publish("load", $"{i}");
        var last = _feed.GetLinesAfter(-1).LastId;

        _feed.GetLinesAfter(last - 3).Lines.Select(published => published.Line).ShouldBe(["998", "999", "1000"]);
        _feed.GetLinesAfter(last).Lines.ShouldBeEmpty();
        foreach (var id in (long[])[-1, last - EventFeed.Capacity - 1, last + 1])
        {
            _feed.GetLinesAfter(id).Lines.Select(published => published.Line).ShouldBe(["{}", "first"], $"{id}");
        }
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
        _feed.GetLinesAfter(first.LastId).Lines.Select(published => published.Line).ShouldBe(["2"]);
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
    public void GetLinesAfter_MoreThanFits_GivesTheLatest()
    {
        var line = new string('x', EventLines.MostCharacters);
        _feed.BeginRun("plan");

        for (var i = 0; i < 20; i++)
            _feed.Publish("sample", line);

        _feed.GetLinesAfter(-1).Lines.Count.ShouldBe(1 + 4);
    }

    [Fact]
    public async Task ReadAsync_LineTooLongForAnEvent_IsSkipped()
    {
        var text = $"first\n{new string('x', EventLines.MostCharacters + 1)}\n\nlast";

        var lines = new List<string>();
        await foreach (var line in EventLines.ReadAsync(new StringReader(text)))
            lines.Add(line);

        lines.ShouldBe(["first", "", "last"]);
    }
}
