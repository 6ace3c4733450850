using TwoTier.Load.Events;

namespace Load.Tests;

public sealed class EventPublisherTests : IDisposable
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly LinuxMachine NoMachine = new("/nowhere", 0);
    private readonly FakeTimeProvider _time = new(default);
    private readonly RunProgress _progress = new();
    private readonly TempFile _recordingFile = new(".events.ndjson", "");
    private readonly PrometheusScraper _scraper = new() { TimeLimit = Timeout.InfiniteTimeSpan };
    private readonly EventWriter _writer;
    private readonly EventReader _reader;

    public EventPublisherTests()
    {
        _writer = EventWriter.Create(_recordingFile.Path);
        _reader = new EventReader(_recordingFile.Path);
    }

    public void Dispose()
    {
        _writer.Dispose();
        _scraper.Dispose();
    }

    [Fact]
    public void Update_TwoTimes_PublishesRateBetweenThem()
    {
        var measurement = new Measurement(_time);
        var publisher = Show(_writer, getToolCpu: () => 0.4 * _time.GetElapsedTime(0));
        Begin(measurement);

        RecordResponses(measurement, 300);
        // Nothing is published of a stage that has just started or that ends.
        _time.Advance(Second / 100);
        publisher.Update();
        _time.Advance(Second / 4 - Second / 100);
        publisher.Update();
        RecordResponses(measurement, 500);
        _time.Advance(Second / 2);
        publisher.Update();
        _time.Advance(Second);
        measurement.RecordWorkerEnd(_time.GetTimestamp());
        publisher.Update();

        var lines = ReadAll().Where(line => line.Load is not null).ToArray();
        lines.Select(line => (line.T, line.Load!.Rps)).ShouldBe([(0.25, 1200), (0.75, 1000)]);
        lines[1].Load!.P50Ms!.Value.ShouldBe(2, 0.01);
        lines.ShouldAllBe(line => line.Load!.P99Ms == null);
        lines[1].Load!.Processes["load"].Cores.ShouldBe(0.4);
    }

    [Theory]
    [InlineData(5, false)]
    [InlineData(20, true)]
    public void Update_ErrorsAboveLimit_PublishesTheirKinds(int errors, bool isFailing)
    {
        var measurement = new Measurement(_time);
        var publisher = Show(_writer, RunLimits.Default with { MaxErrorShare = 0.01 });
        Begin(measurement);

        RecordResponses(measurement, 1000 - errors);
        for (var i = 0; i < errors; i++)
            measurement.Counters.RecordFailure(TransportError.Refused);
        _time.Advance(Second);
        publisher.Update();

        var state = ReadAll().Select(line => line.Load).OfType<LoadState>().Single();
        (state.Requests, state.Errors).ShouldBe((1000, errors));
        (state.Failures?["refused"]).ShouldBe(isFailing ? errors : null);
    }

    [Fact]
    public void Update_ExpectedErrorsHaveNotComeYet_IsANoteUntilTheyCome()
    {
        var measurement = new Measurement(_time);
        var publisher = Show(_writer, RunLimits.Default with { ExpectedErrors = ["503"] });
        Begin(measurement);

        Respond(100, 200);
        Respond(1, 503);
        Respond(50, 500);

        ReadAll().SelectMany(line => line.Validity?.Checks ?? []).Select(check => (check.Id, check.State)).ShouldBe(
        [
            (ValidityCheck.ExpectedErrorsId, CheckState.Note),
            (ValidityCheck.ExpectedErrorsId, CheckState.Pass),
            ("errors", CheckState.Fail),
        ]);

        void Respond(int count, int status)
        {
            RecordResponses(measurement, count, status);
            publisher.Update();
        }
    }

    [Fact]
    public void Update_NoTurnForLong_PublishesASignOfLife()
    {
        var publisher = Show(_writer);

        for (var i = 0; i < 11; i++)
        {
            _time.Advance(Second);
            publisher.Update();
        }

        ReadAll().Where(line => line.Plan is null).ShouldBe([new ResultLine { T = 5 }, new ResultLine { T = 10 }]);
    }

    [Fact]
    public void Update_ShortTurns_PublishesTheSumOfAVariantAtMostFourTimesASecond()
    {
        var (plan, progress) = (SampleTurns.CreatePlan(), new ComparisonProgress());
        var scenario = new ScenarioDescription("sample", null, null, "GET http://h/");
        var description = new RunDescription(scenario, "load compare", "load compare", 2014, Second, 2);
        var publisher = new EventPublisher(_writer, _scraper, NoMachine, () => TimeSpan.Zero, _ => [], _time);
        publisher.Show(new ComparisonEvents(description, plan, progress, _time));

        // Ten turns of 25 ms between two updates, for five seconds.
        for (var turn = 0; turn < 200; turn++)
        {
            var (variant, round) = (turn % 2, 1 + turn / 2);
            var (ended, measurement) = SampleTurns.Create(variant, round, 10 + variant, cpu: 0.5 + variant);
            progress.StartStage(new ActiveStage($"{"ab"[variant]}", ActiveStage.MeasuredStageName, round, measurement));
            _time.Advance(Second / 40);
            progress.AddTurn(ended, measurement);
            if (variant == 1)
                progress.EndRound();
            if (turn % 10 == 9)
                publisher.Update();
            publisher.ReadProcesses();
        }

        _time.Advance(Second / 4);
        publisher.Update();

        var lines = ReadAll().Where(line => line.Plan is null).ToArray();
        lines.GroupBy(line => Math.Ceiling(line.T)).ShouldAllBe(second => second.Count() <= 4);
        lines.Select(line => line.Sample!.Variant).ShouldBe(Enumerable.Range(0, 21).Select(i => i % 2 == 0 ? "a" : "b"));
        lines.Sum(line => line.Sample!.Requests).ShouldBe(100 * (10 + 11));
        lines.ShouldAllBe(line => line.Load!.Processes["target"].Cores == (line.Load.Variant == "a" ? 0.5 : 1.5));
        lines.Count(line => line.Standings is not null).ShouldBe(2, "It is judged every two seconds.");
        _scraper.CountScrapes("http://a").ShouldBe(0);
    }

    [Fact]
    public void RecentLatency_SecondsLater_IgnoresOldRequests()
    {
        var (latency, recent) = (new LatencyHistogram(), new RecentLatency(_time));
        recent.Restart();
        Record(2000, 1);
        recent.GetPercentiles(latency).P99!.Value.ShouldBe(1, 0.01);

        // A request counts as recent until the latency histogram has been copied twice after the request.
        for (var i = 0; i < 2; i++)
        {
            _time.Advance(3 * Second);
            recent.GetPercentiles(latency);
        }

        recent.GetPercentiles(latency).ShouldBe((null, null));
        Record(2000, 5);
        recent.GetPercentiles(latency).P99!.Value.ShouldBe(5, 0.01);

        void Record(int count, double ms)
        {
            for (var i = 0; i < count; i++)
                latency.Record(TimeSpan.FromMilliseconds(ms));
        }
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
        var monitor = new ProcessMonitor(_scraper, NoMachine, () => TimeSpan.Zero, _time);
        var stage = new ActiveStage("a", ActiveStage.MeasuredStageName, 1, new Measurement(_time));
        var turn = new CurrentTurn(stage, 0, "a", processes);

        monitor.Update(turn);
        monitor.GetProcesses("a")["target"]
            .ShouldBe(new ProcessLoad { Threads = 9, Queue = 3, Active = 8, Connections = 5 });
        monitor.GetProcesses("a")["other"].ShouldBe(new ProcessLoad());
        monitor.GetProcesses("b").ShouldBeEmpty("What is read under the load of one variant is not of another.");
        (cpu, answered) = (1.9, 400);
        _time.Advance(0.9 * Second);
        monitor.Update(turn);
        GetTarget().Cores.ShouldBeNull("It is not yet time for the next reading.");
        _time.Advance(0.6 * Second);
        monitor.Update(turn);
        GetTarget().Cores!.Value.ShouldBe(0.6, 1e-9);
        GetTarget().Served!.Value.ShouldBe(200, 1e-9);
        cpu = 5;
        _time.Advance(30 * Second);
        monitor.Update(turn);
        GetTarget().Cores.ShouldBeNull("CPU use is unknown if the previous reading is too old.");
        await server.DisposeAsync();
        _time.Advance(Second);
        monitor.Update(turn);
        monitor.GetDown(processes).ShouldBeEmpty("One failed reading can be a coincidence.");
        _time.Advance(Second);
        monitor.Update(turn);
        monitor.GetDown(processes).ShouldBe(["target"], "The other process never had metrics.");
        monitor.GetDown([new MonitoredProcess("target", $"{never}/metrics")])
            .ShouldBeEmpty("The target of another variant is another process.");

        ProcessLoad GetTarget() => monitor.GetProcesses("a")["target"];
    }

    [Fact]
    public async Task ProcessMonitor_OtherPrograms_UseWhatNeitherToolNorTargetDid()
    {
        await using var server = await TestServer.StartAsync(
            TestServer.HelloAsync,
            () => $"dotnet_process_cpu_time_seconds_total {0.5 * _time.GetElapsedTime(0).TotalSeconds}");
        // Each reading of this machine is a second later: the tool, the target and the kernel used 0.8 s.
        var monitor = new ProcessMonitor(
            _scraper, new ScriptedMachine(0.3), () => 0.2 * _time.GetElapsedTime(0), _time);
        var stage = new ActiveStage("a", ActiveStage.MeasuredStageName, 1, new Measurement(_time));
        var target = new MonitoredProcess(MonitoredProcess.Target, $"{server.Url}/metrics");

        Read("a", target).ShouldBeNull("There is no reading before.");
        Read("a", target)!.Value.ShouldBe(0.4, 1e-9);
        Read("b", target).ShouldBeNull("The reading before was under the load of another variant.");
        Read("b").ShouldBeNull("The target counts among the others if it is not monitored.");

        double? Read(string variant, params MonitoredProcess[] processes)
        {
            _time.Advance(Second);
            monitor.Update(new CurrentTurn(stage, 0, variant, processes));
            return monitor.GetOtherCores(variant);
        }
    }

    private static void RecordResponses(Measurement measurement, int count, int status = 200)
    {
        for (var i = 0; i < count; i++)
            measurement.Counters.RecordResponse(new CompletedResponse(status, 1), TimeSpan.FromMilliseconds(2));
    }

    private void Begin(Measurement measurement) =>
        _progress.StartStage(new ActiveStage("a", ActiveStage.MeasuredStageName, 1, measurement));

    private EventPublisher Show(
        EventWriter writer,
        RunLimits? limits = null,
        Func<TimeSpan>? getToolCpu = null,
        params MonitoredProcess[] processes)
    {
        var scenario = new ScenarioDescription("sample", null, null, "GET http://h/");
        var description = new RunDescription(scenario, "load run", "load run", 2014, TimeSpan.FromSeconds(1), 2);
        var profile = new ClosedLoopProfile(1, default);
        var builder = new RunResultBuilder(
            description, TestRequests.CreateMix("http://h/"), [new Stage("loop", profile)], TimeSpan.Zero);
        var publisher = new EventPublisher(
            writer, _scraper, NoMachine, getToolCpu ?? (() => TimeSpan.Zero), _ => [], _time);
        publisher.Show(new RunEvents(builder, processes, limits ?? RunLimits.Default, _progress));
        return publisher;
    }

    private ResultLine[] ReadAll()
    {
        _writer.Complete();
        return _reader.ReadAll();
    }
}
