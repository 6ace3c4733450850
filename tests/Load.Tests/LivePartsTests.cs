using System.Text.Json;
using Load.Engine;
using Load.Http;
using Load.Live;
using Load.Metrics;
using Load.Results;
using Load.Target;
using Load.Tests.Hosting;
using Microsoft.AspNetCore.Http;

namespace Load.Tests;

/// <summary>The parts of the live page, each by itself.</summary>
public sealed class LivePartsTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly ManualTime _time = new();
    private readonly EventFeed _feed = new(firstId: 7000);

    [Fact]
    public void Feed_MoreThanAThousandEvents_KeepsTheLastAndEverySlice()
    {
        _feed.Publish(LiveEvent.Mark, new MarkEvent(1, "first"), LiveJson.Default.MarkEvent);
        for (var i = 1; i <= EventFeed.Capacity; i++)
            _feed.Publish(LiveEvent.Tick, Tick(i), LiveJson.Default.TickEvent);

        _feed.GetEventsAfter(7000).Events!.Select(told => told.Id).ShouldBe(Enumerable.Range(7001, 1000).Select(id => (long)id));
        _feed.GetEventsAfter(8000).Events.ShouldBe([]);
        _feed.GetEventsAfter(6999).Events.ShouldBeNull("the first one is kept no more");
        _feed.GetEventsAfter(8001).Events.ShouldBeNull("there is none of that id");
        var (story, last) = _feed.GetHistory();
        (story.ShouldHaveSingleItem().Type, last).ShouldBe(("mark", 8000));
    }

    [Fact]
    public void Feed_Closed_HasNoMoreToWaitFor()
    {
        var (_, more) = _feed.GetEventsAfter(6999);

        _feed.Close();

        more!.IsCompleted.ShouldBeTrue();
        _feed.GetEventsAfter(6999).More.ShouldBeNull();
    }

    [Fact]
    public void Ticker_TicksApart_TellsTheRateBetweenThem()
    {
        var recorder = new Measurement(_time);
        var commentary = new Scripted(_feed, _time);
        var ticker = TickerOf(commentary, () => TimeSpan.FromSeconds(0.4 * _time.GetElapsedTime(0).TotalSeconds));
        commentary.Enter(recorder);

        Receive(recorder, 300);
        _time.Advance(Second / 4);
        ticker.Tick();
        Receive(recorder, 500);
        _time.Advance(Second / 2);
        ticker.Tick();

        var ticks = Ticks();
        ticks.Select(tick => tick.Rps).ShouldBe([1200, 1000]);
        ticks.Select(tick => tick.VariantSeconds).ShouldBe([3.25, 3.75]);
        ticks[1].P50!.Value.ShouldBe(2, 0.01);
        ticks.ShouldAllBe(tick => tick.P99 == null);
        ticks[1].Cpu["load"].ShouldBe(0.4);
    }

    [Fact]
    public void Ticker_StretchThatEndsOrHasHardlyBegun_TellsNothing()
    {
        var recorder = new Measurement(_time);
        var commentary = new Scripted(_feed, _time);
        var ticker = TickerOf(commentary, () => TimeSpan.Zero);
        commentary.Enter(recorder);

        _time.Advance(Second / 100);
        ticker.Tick();
        _time.Advance(Second);
        recorder.RecordWorkerEnd(_time.GetTimestamp());
        ticker.Tick();

        Ticks().ShouldBeEmpty();
    }

    [Fact]
    public void RecentLatency_LongAfter_HasForgottenWhatWas()
    {
        var (latency, recent) = (new LatencyHistogram(), new RecentLatency(_time));
        recent.Restart();
        Record(2000, 1);
        recent.GetPercentiles(latency).P99!.Value.ShouldBe(1, 0.01);

        // Of what came before its last copy but one it knows no more.
        for (var i = 0; i < 2; i++)
        {
            _time.Advance(3 * Second);
            recent.GetPercentiles(latency);
        }

        recent.GetPercentiles(latency).ShouldBe((null, null));
        Record(2000, 5);
        recent.GetPercentiles(latency).P50!.Value.ShouldBe(5, 0.01);
        recent.GetPercentiles(latency).P99!.Value.ShouldBe(5, 0.01);

        void Record(int count, double ms)
        {
            for (var i = 0; i < count; i++)
                latency.Record(TimeSpan.FromMilliseconds(ms));
        }
    }

    [Fact]
    public async Task TierWatch_TwoReadings_TellsCoresBetweenThemAndTheLevels()
    {
        var cpu = 1.0;
        await using var server = await TestServer.StartAsync(TestServer.HelloAsync, () =>
            $"dotnet_process_cpu_time_seconds_total {cpu}\ndotnet_thread_pool_thread_count 9\ndotnet_thread_pool_queue_length 3");
        var (commentary, audience, cost) = (new Scripted(_feed, _time, new MonitoredProcess("target", server.Url)), new ClientTracker(_time), new MonitoringCost(_time));
        using var scraper = new PrometheusScraper();
        var watch = new ProcessMonitor(scraper, commentary, audience, cost, _time);
        commentary.Enter(new Measurement(_time));

        watch.Update();
        watch.Levels.Threads.ShouldBeEmpty("nobody looks on");
        audience.Add();
        watch.Update();
        (watch.Levels.Cpu["target"], watch.Levels.Threads["target"], watch.Levels.Queue["target"]).ShouldBe((null, 9, 3));
        cpu = 1.9;
        _time.Advance(1.5 * Second);
        watch.Update();
        watch.Levels.Cpu["target"]!.Value.ShouldBe(0.6, 1e-9);
        cpu = 5;
        _time.Advance(30 * Second);
        watch.Update();
        watch.Levels.Cpu["target"].ShouldBeNull("the last reading is too long ago");
        cost.CreateCheck(1).Value.ShouldEndWith("1 page, 3 metrics scrapes");
    }

    [Fact]
    public void Audience_PageThatHasLeft_IsThereForAWhile()
    {
        var audience = new ClientTracker(_time);
        audience.IsAnyConnected(Second).ShouldBeFalse();
        audience.Add();
        _time.Advance(10 * Second);
        audience.IsAnyConnected(Second).ShouldBeTrue();

        audience.Remove();

        audience.IsAnyConnected(Second).ShouldBeTrue();
        _time.Advance(2 * Second);
        audience.IsAnyConnected(Second).ShouldBeFalse();
    }

    [Fact]
    public async Task EventStream_Silence_SaysThatItIsStillThere()
    {
        var stream = new EventStream(
            _feed, new ClientTracker(TimeProvider.System), () => Scripted.Plain, new MonitoringCost(_time), TimeSpan.FromMilliseconds(1), TimeProvider.System);
        await using var server = await TestServer.StartAsync(stream.WriteAsync);
        using var http = new HttpClient();
        await using var body = await http.GetStreamAsync(new Uri(server.Url), TestContext.Current.CancellationToken);
        using var reader = new StreamReader(body);

        var lines = new List<string?>();
        while (!lines.Contains("event: alive"))
            lines.Add(await reader.ReadLineAsync(TestContext.Current.CancellationToken));

        lines[..2].ShouldBe(["retry: 1000", ""]);
        lines[2].ShouldBe("event: hello");
        lines[^2].ShouldBe(": still here");
        lines.ShouldNotContain(line => line!.StartsWith("id:", StringComparison.Ordinal));
    }

    private static void Receive(Measurement recorder, int count)
    {
        for (var i = 0; i < count; i++)
            recorder.Counters.RecordReply(new Reply(StatusCodes.Status200OK, 1), TimeSpan.FromMilliseconds(2));
    }

    private static TickEvent Tick(double t) => new(
        t, "a", t, 1, null, null, 0, new Dictionary<string, double?>(), new Dictionary<string, double?>(), new Dictionary<string, double?>(), null);

    private Ticker TickerOf(LiveReporter commentary, Func<TimeSpan> ownCpu) => new(
        _feed, commentary, new ProcessMonitor(new PrometheusScraper(), commentary, new ClientTracker(_time), new MonitoringCost(_time), _time), ownCpu, _time);

    private TickEvent[] Ticks() => [.. _feed.GetEventsAfter(6999).Events!
        .Where(told => told.Type == LiveEvent.Tick)
        .Select(told => JsonSerializer.Deserialize(told.Json, LiveJson.Default.TickEvent)!)];

    private sealed class Scripted(EventFeed feed, TimeProvider time, params MonitoredProcess[] processes) : LiveReporter(feed, time)
    {
        public static RunHeader Plain { get; } = new()
        {
            Kind = "run",
            Scenario = "s",
            Workload = null,
            Plan = new Plan(1, 1, 0, 0, 1),
            Model = new LoadModel("closed", 1),
            Baseline = "s",
            Groups = new Dictionary<string, string>(),
            Variants = [],
            Order = [],
            DurationS = null,
        };

        public override RunHeader Header => Plain;

        public void Enter(Measurement recorder) => EnterStage(new ActiveStage("a", ActiveStage.Measure, 1, recorder));

        protected override (CurrentStage Current, PhaseEvent Phase) Describe(ActiveStage stage, long startTimestamp) => (
            new CurrentStage(stage, startTimestamp, "a", 3, processes), new PhaseEvent(0, PhaseEvent.Measure, 1, 1, "a", false, null, null));
    }
}
