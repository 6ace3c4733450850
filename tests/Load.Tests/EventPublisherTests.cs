using TwoTier.Load.Events;

namespace Load.Tests;

public sealed class EventPublisherTests : IDisposable
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly RunDescription Description = new(
        new ScenarioDescription("a", null, null, "GET http://h/"), "load", "load", 2014, Second, 2);

    private readonly FakeTimeProvider _time = new(default);
    private readonly RunProgress _progress = new();
    private readonly PrometheusScraper _scraper = new() { TimeLimit = Timeout.InfiniteTimeSpan };
    private readonly EventPublisher _publisher;
    private readonly Measurement _measurement;

    public EventPublisherTests()
    {
        _publisher = new EventPublisher(
            _scraper, () => 0.4 * _time.GetElapsedTime(0), _ => [new TextRun("b is slower.")], _time);
        _measurement = new Measurement(_time);
    }

    public void Dispose() => _scraper.Dispose();

    [Fact]
    public void Take_TwoTimes_HasTheRateBetweenThem()
    {
        BeginRun();
        RecordResponses(300);
        // There is none of a stage that has just started or that ends.
        var lines = Take(0.01).Concat(Take(0.24)).ToList();
        RecordResponses(500);
        lines.AddRange(Take(0.5));
        _measurement.RecordWorkerEnd(_time.GetTimestamp());
        lines.AddRange(Take(1));

        var loads = lines.Where(line => line.Load is not null).ToArray();
        loads.Select(line => (line.T, line.Load!.Rps)).ShouldBe([(0.25, 1200), (0.75, 1000)]);
        loads[1].Load!.P50Ms!.Value.ShouldBe(2, 0.01);
        loads.ShouldAllBe(line => line.Load!.P99Ms == null);
        loads[1].Load!.Processes["load"].Cores.ShouldBe(0.4);
    }

    [Theory]
    [InlineData(5, false)]
    [InlineData(20, true)]
    public void Take_ErrorsAboveLimit_HasTheirKinds(int errors, bool isFailing)
    {
        BeginRun(RunLimits.Default with { MaxErrorShare = 0.01 });
        RecordResponses(1000 - errors);
        for (var i = 0; i < errors; i++)
            _measurement.Counters.RecordFailure(TransportError.Refused);

        var state = Take(1).Select(line => line.Load).OfType<LoadState>().Single();

        (state.Requests, state.Errors).ShouldBe((1000, errors));
        (state.Failures?["refused"]).ShouldBe(isFailing ? errors : null);
    }

    [Fact]
    public void Take_NoTurnForLong_HasASignOfLife()
    {
        Show(RunLimits.Default);

        Enumerable.Range(0, 11).SelectMany(_ => Take(1)).Where(line => line.Plan is null)
            .ShouldBe([new ResultLine { T = 5 }, new ResultLine { T = 10 }]);
    }

    [Fact]
    public void Take_ShortTurns_HasTheSumOfAVariantOnce()
    {
        var (plan, progress) = (SampleTurns.CreatePlan(), new ComparisonProgress());
        _publisher.Show(EventSource.FromComparison(Description, plan, progress));
        var lines = new List<ResultLine>();

        // Ten turns of 25 ms between two updates, for five seconds.
        for (var turn = 0; turn < 200; turn++)
        {
            var (variant, round) = (turn % 2, 1 + turn / 2);
            var (ended, measurement) = SampleTurns.Create(variant, round, 10 + variant, cpu: 0.5 + variant);
            progress.StartStage(
                new ActiveStage($"{"ab"[variant]}", ActiveStage.MeasuredStageName, round, measurement)
                {
                    Processes = plan.Variants[variant].Processes,
                });
            _time.Advance(Second / 40);
            progress.AddTurn(ended, measurement);
            if (variant == 1)
                progress.EndRound();
            if (turn % 10 == 9)
                lines.AddRange(_publisher.Take());
        }

        lines.AddRange(Take(0.25));

        ResultLine[] sums = [.. lines.Where(line => line.Sample is not null)];
        sums.Select(line => line.Sample!.Variant).ShouldBe(Enumerable.Range(0, 21).Select(i => i % 2 == 0 ? "a" : "b"));
        sums.Sum(line => line.Sample!.Requests).ShouldBe(100 * (10 + 11));
        sums.ShouldAllBe(line => line.Load!.Processes["target"].Cores == (line.Load.Variant == "a" ? 0.5 : 1.5));
        lines.Count(line => line.Standings is not null).ShouldBe(2, "It is judged every two seconds.");
        lines.Count.ShouldBe(1 + 21 + 2);
        _scraper.CountScrapes("http://a").ShouldBe(0);
    }

    [Fact]
    public async Task ProcessMonitor_Readings_HaveLevelsAndRatesBetweenThemAndShowWhatIsDown()
    {
        var (cpu, answered) = (1.0, 100);
        var server = await TestServer.StartAsync(TestServer.HelloAsync, () =>
            $"""
            dotnet_process_cpu_time_seconds_total {cpu}
            dotnet_thread_pool_thread_count 9
            dotnet_thread_pool_queue_length 3
            http_server_active_requests 8
            http_client_open_connections 5
            http_server_request_duration_seconds_count {answered}
            """);
        var never = TestServer.RefusingUrl;
        MonitoredProcess[] processes = [new("target", $"{server.Url}/metrics"), new("other", $"{never}/metrics")];
        var monitor = new ProcessMonitor(_scraper, _time);
        var stage = CreateStage("a", processes);

        await monitor.UpdateAsync(stage);
        monitor.GetProcesses("a")["target"]
            .ShouldBe(new ProcessLoad { Threads = 9, Queue = 3, Active = 8, Connections = 5 });
        monitor.GetProcesses("a")["other"].ShouldBe(new ProcessLoad());
        monitor.GetProcesses("b").ShouldBeEmpty("What is read under the load of one variant is not of another.");
        (cpu, answered) = (1.9, 400);
        await UpdateAsync(0.9);
        GetTarget().Cores.ShouldBeNull("It is not yet time for the next reading.");
        await UpdateAsync(0.6);
        GetTarget().Cores!.Value.ShouldBe(0.6, 1e-9);
        GetTarget().Served!.Value.ShouldBe(200, 1e-9);
        cpu = 5;
        await UpdateAsync(30);
        GetTarget().Cores.ShouldBeNull("CPU use is unknown if the previous reading is too old.");
        await server.DisposeAsync();
        await UpdateAsync(1);
        monitor.GetDown(processes).ShouldBeEmpty("One failed reading can be a coincidence.");
        await UpdateAsync(1);
        monitor.GetDown(processes).ShouldBe(["target"], "The other process never had metrics.");
        monitor.GetDown([new MonitoredProcess("target", $"{never}/metrics")])
            .ShouldBeEmpty("The target of another variant is another process.");

        ProcessLoad GetTarget() => monitor.GetProcesses("a")["target"];

        Task UpdateAsync(double seconds)
        {
            _time.Advance(seconds * Second);
            return monitor.UpdateAsync(stage);
        }
    }

    private ActiveStage CreateStage(string variant, params MonitoredProcess[] processes) =>
        new(variant, ActiveStage.MeasuredStageName, 1, _measurement) { Processes = processes };

    private void RecordResponses(int count)
    {
        for (var i = 0; i < count; i++)
            _measurement.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.FromMilliseconds(2));
    }

    private void BeginRun(RunLimits? limits = null)
    {
        Show(limits ?? RunLimits.Default);
        _progress.StartStage(CreateStage("a"));
    }

    private void Show(RunLimits limits)
    {
        var builder = new RunResultBuilder(
            Description, TestRequests.CreateMix("http://h/"), new ClosedLoopProfile(1, default), TimeSpan.Zero);
        _publisher.Show(new EventSource("a", _progress, limits, builder.BuildPlannedResult));
    }

    private IReadOnlyList<ResultLine> Take(double afterSeconds)
    {
        _time.Advance(afterSeconds * Second);
        return _publisher.Take();
    }
}
