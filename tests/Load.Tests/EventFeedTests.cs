namespace Load.Tests;

public sealed class EventFeedTests : IDisposable
{
    private readonly EventFeed _feed = new(firstId: 7000);

    public void Dispose() => _feed.Dispose();

    [Fact]
    public void GetHistory_ManyEvents_HasEveryNoteAndTheLatestOfOtherTypesButNoStateOfTheLoad()
    {
        Publish(RunEvent.AnnotationType, "before");
        PublishHeader();
        Publish(RunEvent.AnnotationType, "first");
        foreach (var text in (string[])["old", "new"])
        {
            Publish(RunEvent.PhaseType, text);
            Publish(RunEvent.LoadStateType, text);
        }

        Publish(RunEvent.AnnotationType, "second");

        _feed.GetHistory().Select(published => (published.Id, published.Type)).ShouldBe(
            [(7001, "hello"), (7002, "mark"), (7005, "phase"), (7007, "mark")]);
    }

    [Fact]
    public async Task ReadAsync_ReaderThatLags_IsDisconnected()
    {
        PublishHeader();
        await using var reader = _feed
            .ReadAsync(Timeout.InfiniteTimeSpan, TimeProvider.System, TestContext.Current.CancellationToken)
            .GetAsyncEnumerator(TestContext.Current.CancellationToken);
        _feed.IsRead.ShouldBeFalse();
        await reader.MoveNextAsync();
        _feed.IsRead.ShouldBeTrue();
        for (var i = 0; i <= EventFeed.Capacity; i++)
            Publish(RunEvent.LoadStateType, "");

        var count = 0;
        while (await reader.MoveNextAsync())
            count++;

        count.ShouldBe(EventFeed.Capacity);
        _feed.IsRead.ShouldBeFalse();
    }

    [Fact]
    public async Task ReadAsync_NoEventsAndThenTheEnd_GivesASignOfLifeAndEnds()
    {
        PublishHeader();
        var types = new List<string>();
        await foreach (var item in _feed.ReadAsync(
            TimeSpan.FromMilliseconds(1), TimeProvider.System, TestContext.Current.CancellationToken))
        {
            types.Add(item.EventType);
            if (item.EventType == RunEvent.KeepAliveType)
                _feed.Close();
        }

        types.Distinct().ShouldBe(["hello", "alive"]);
    }

    private void PublishHeader() =>
        _feed.Publish(RunEvent.HeaderType, ScriptedReporter.SampleHeader, EventJson.Default.RunHeader);

    private void Publish(string type, string text) =>
        _feed.Publish(type, new AnnotationEvent(1, text), EventJson.Default.AnnotationEvent);
}
