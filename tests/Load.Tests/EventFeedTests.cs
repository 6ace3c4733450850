namespace Load.Tests;

public sealed class EventFeedTests
{
    private const long FirstId = 7000;
    private readonly ManualTime _time = new();
    private readonly EventFeed _feed = new(FirstId);

    [Fact]
    public void EventFeed_MoreThanThousandEvents_KeepsLatestEventsAndEveryNote()
    {
        _feed.Publish(LiveEvent.AnnotationType, new AnnotationEvent(1, "first"), LiveJson.Default.AnnotationEvent);
        for (var i = 1; i <= EventFeed.Capacity; i++)
            _feed.Publish(LiveEvent.LoadStateType, CreateStateEvent(i), LiveJson.Default.LoadStateEvent);

        _feed.GetEventsAfter(FirstId).Events!.Select(published => published.Id)
            .ShouldBe(Enumerable.Range(1, EventFeed.Capacity).Select(i => FirstId + i));
        _feed.GetEventsAfter(8000).Events.ShouldBe([]);
        _feed.GetEventsAfter(6999).Events.ShouldBeNull("The feed should have dropped its first event.");
        _feed.GetEventsAfter(8001).Events.ShouldBeNull("No event has the id 8001.");
        var (history, lastId) = _feed.GetHistory();
        (history.ShouldHaveSingleItem().Type, lastId).ShouldBe(("mark", 8000));

        var (_, more) = _feed.GetEventsAfter(8000);
        _feed.Close();
        more!.IsCompleted.ShouldBeTrue();
        _feed.GetEventsAfter(8000).More.ShouldBeNull("The feed is closed.");
    }

    [Fact]
    public async Task EventStream_NoEvents_SendsKeepAlive()
    {
        var stream = new EventStream(
            _feed,
            new ClientTracker(TimeProvider.System),
            () => ScriptedReporter.SampleHeader,
            new MonitoringCost(_time),
            TimeSpan.FromMilliseconds(1),
            TimeProvider.System);
        await using var server = await TestServer.StartAsync(stream.WriteAsync);
        using var http = new HttpClient();
        await using var body = await http.GetStreamAsync(new Uri(server.Url), TestContext.Current.CancellationToken);
        using var reader = new StreamReader(body);

        var lines = new List<string>();
        while (!lines.Contains("event: alive"))
            lines.Add((await reader.ReadLineAsync(TestContext.Current.CancellationToken)).ShouldNotBeNull());

        lines[..3].ShouldBe(["retry: 1000", "", "event: hello"]);
        lines[^2].ShouldBe(": still here");
        lines.ShouldNotContain(line => line.StartsWith("id:", StringComparison.Ordinal));
    }

    private static LoadStateEvent CreateStateEvent(double elapsedSeconds)
    {
        var unknown = new Dictionary<string, double?>();
        return new LoadStateEvent(
            elapsedSeconds, "a", elapsedSeconds, 1, null, null, 0, null, unknown, unknown, unknown, [], null);
    }
}
