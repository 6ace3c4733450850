namespace Load.Tests;

public sealed class LoadStatePublisherTests : IDisposable
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly ManualTime _time = new();
    private readonly TempFile _recordingFile = new(".events.ndjson", "");
    private readonly EventWriter _writer;

    public LoadStatePublisherTests() => _writer = EventWriter.Create(_recordingFile.Path, _time);

    public void Dispose() => _writer.Dispose();

    [Fact]
    public void LoadStatePublisher_TwoTicks_PublishesRateBetweenTicks()
    {
        var measurement = new Measurement(_time);
        var reporter = new ScriptedReporter(_writer, _time);
        var ticker = CreatePublisher(reporter, () => 0.4 * _time.GetElapsedTime(0));
        reporter.StartMeasuredStage(measurement);

        RecordResponses(measurement, 300);
        // Nothing is published of a stage that has just started or that ends.
        _time.Advance(Second / 100);
        ticker.PublishState();
        _time.Advance(Second / 4 - Second / 100);
        ticker.PublishState();
        RecordResponses(measurement, 500);
        _time.Advance(Second / 2);
        ticker.PublishState();
        _time.Advance(Second);
        measurement.RecordWorkerEnd(_time.GetTimestamp());
        ticker.PublishState();

        var ticks = GetPublishedStates();
        ticks.Select(tick => tick.Rps).ShouldBe([1200, 1000]);
        ticks.Select(tick => tick.VariantSeconds)
            .ShouldBe([ScriptedReporter.SecondsMeasuredBefore + 0.25, ScriptedReporter.SecondsMeasuredBefore + 0.75]);
        ticks[1].P50!.Value.ShouldBe(2, 0.01);
        ticks.ShouldAllBe(tick => tick.P99 == null);
        ticks[1].Cpu["load"].ShouldBe(0.4);
    }

    [Theory]
    [InlineData(5, false)]
    [InlineData(20, true)]
    public void LoadStatePublisher_ErrorsAboveLimit_PublishesTheirKinds(int errors, bool isFailing)
    {
        var measurement = new Measurement(_time);
        var reporter = new ScriptedReporter(_writer, _time) { Limit = 0.01 };
        var publisher = CreatePublisher(reporter, () => TimeSpan.Zero);
        reporter.StartMeasuredStage(measurement);

        RecordResponses(measurement, 1000 - errors);
        for (var i = 0; i < errors; i++)
            measurement.Counters.RecordFailure(TransportError.Refused);
        _time.Advance(Second);
        publisher.PublishState();

        var tick = GetPublishedStates().Single();
        (tick.Requests, tick.Errors).ShouldBe((1000, errors));
        (tick.Failures?["refused"]).ShouldBe(isFailing ? errors : null);
    }

    [Fact]
    public void LoadStatePublisher_NoStageForLong_PublishesASignOfLife()
    {
        var publisher = CreatePublisher(new ScriptedReporter(_writer, _time), () => TimeSpan.Zero);

        for (var i = 0; i < 11; i++)
        {
            _time.Advance(Second);
            publisher.PublishState();
        }

        _writer.Complete();
        new EventReader(_recordingFile.Path).ReadAll().Select(one => one.Type).ShouldBe(["alive", "alive"]);
    }

    [Fact]
    public async Task ProcessMonitor_ReaderThatHasLeft_ReadsNoMetrics()
    {
        await using var server = await TestServer.StartAsync(
            TestServer.HelloAsync, () => throw new InvalidOperationException("The metrics were read."));
        using var writer = new EventWriter(new AbandonedWriter(), _time);
        var reporter = new ScriptedReporter(writer, _time, new MonitoredProcess("target", $"{server.Url}/metrics"));
        using var scraper = new PrometheusScraper();
        var monitor = new ProcessMonitor(scraper, reporter, writer, _time);
        reporter.StartMeasuredStage(new Measurement(_time));
        // The start of the stage could not be written.
        await Eventually.WaitUntilAsync(() => writer.HasFailed);

        monitor.Update();

        monitor.GetUsage("a").ShouldBe(ProcessUsage.Unknown);
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
        var reporter = new ScriptedReporter(_writer, _time, processes);
        using var scraper = new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan };
        var monitor = new ProcessMonitor(scraper, reporter, _writer, _time);
        reporter.StartMeasuredStage(new Measurement(_time));

        monitor.Update();
        (GetUsage().Threads["target"], GetUsage().Queue["target"]).ShouldBe((9, 3));
        (GetUsage().Active["target"], GetUsage().Connections["target"]).ShouldBe((8, 5));
        (GetUsage().Served["target"], GetUsage().Threads["other"]).ShouldBe((null, null));
        monitor.GetUsage("b").Threads.ShouldBeEmpty("What is read under the load of one variant is not of another.");
        (cpu, answered) = (1.9, 400);
        _time.Advance(0.9 * Second);
        monitor.Update();
        GetUsage().Cpu["target"].ShouldBeNull("It is not yet time for the next reading.");
        _time.Advance(0.6 * Second);
        monitor.Update();
        GetUsage().Cpu["target"]!.Value.ShouldBe(0.6, 1e-9);
        GetUsage().Served["target"]!.Value.ShouldBe(200, 1e-9);
        cpu = 5;
        _time.Advance(30 * Second);
        monitor.Update();
        GetUsage().Cpu["target"].ShouldBeNull("CPU use is unknown if the previous reading is too old.");
        await server.DisposeAsync();
        _time.Advance(Second);
        monitor.Update();
        monitor.GetDown(processes).ShouldBeEmpty("One failed reading can be a coincidence.");
        _time.Advance(Second);
        monitor.Update();
        monitor.GetDown(processes).ShouldBe(["target"], "The other process never had metrics.");
        monitor.GetDown([new MonitoredProcess("target", $"{never}/metrics")])
            .ShouldBeEmpty("The target of another variant is another process.");

        ProcessUsage GetUsage() => monitor.GetUsage("a");
    }

    private static void RecordResponses(Measurement measurement, int count)
    {
        for (var i = 0; i < count; i++)
            measurement.Counters.RecordResponse(new CompletedResponse(200, 1), TimeSpan.FromMilliseconds(2));
    }

    private LoadStatePublisher CreatePublisher(EventReporter reporter, Func<TimeSpan> getToolCpu)
    {
        var monitor = new ProcessMonitor(
            new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan },
            reporter,
            _writer,
            _time);
        return new LoadStatePublisher(_writer, reporter, monitor, getToolCpu, _time);
    }

    private LoadStateEvent[] GetPublishedStates()
    {
        _writer.Complete();
        return
        [
            .. new EventReader(_recordingFile.Path).ReadAll().Where(one => one.Type == RunEvent.LoadStateType)
                .Select(one => one.Read<LoadStateEvent>()),
        ];
    }
}
