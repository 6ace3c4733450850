namespace Load.Tests;

public sealed class MeasurementTests
{
    [Fact]
    public void RecordWorkerEnd_WorkersEndAtDifferentTimes_MeasuresBusyAndElapsedTime()
    {
        var time = new FakeTimeProvider(default);
        var measurement = new Measurement(time);
        time.Advance(TimeSpan.FromMilliseconds(300));
        measurement.Recorder.RecordResponse(
            0, new CompletedResponse(200, 10), new RequestTrace(), 0, 0, time.GetTimestamp());
        time.Advance(TimeSpan.FromMilliseconds(700));
        measurement.RecordWorkerEnd(time.GetTimestamp());
        time.Advance(TimeSpan.FromSeconds(1));
        measurement.Recorder.RecordResponse(
            0, new CompletedResponse(503, 10), new RequestTrace(), 0, 0, time.GetTimestamp());
        measurement.Counters.RecordFailure(TransportError.Reset);
        measurement.RecordWorkerEnd(time.GetTimestamp());

        (measurement.BusySeconds, measurement.ElapsedSeconds).ShouldBe((1.5, 2));
        var counters = measurement.Counters;
        (counters.Requests, counters.Responses, counters.Successes, counters.Errors).ShouldBe((3, 2, 1, 2));
        counters.FormatFailures().ShouldBe("503 1, reset 1");
    }

    [Fact]
    public void Goodput_OneSlowResponse_CountsOverMeanBusyTimeOfWorkers()
    {
        var time = new FakeTimeProvider(default);
        var measurement = new Measurement(time) { Workers = 10 };
        measurement.Goodput.ShouldBeNull();
        for (var i = 0; i < 780; i++)
            measurement.Recorder.RecordResponse(0, new CompletedResponse(200, 10), new RequestTrace(), 0, 0, 0);
        time.Advance(TimeSpan.FromSeconds(3));
        measurement.Goodput.ShouldBe(260, "All workers are busy until now.");
        for (var worker = 0; worker < 9; worker++)
            measurement.RecordWorkerEnd(time.GetTimestamp());
        time.Advance(TimeSpan.FromSeconds(9));
        measurement.RecordWorkerEnd(time.GetTimestamp());

        // Nine workers were busy for 3 s and one for 12 s.
        (measurement.BusySeconds, measurement.ElapsedSeconds).ShouldBe((3.9, 12));
        measurement.Goodput.ShouldBe(200);
    }

    [Fact]
    public async Task RecordResponse_ManyThreads_LosesNoResponse()
    {
        var measurement = new Measurement(new FakeTimeProvider(default), kinds: 2)
        {
            OpenLoop = new OpenLoopCounters(4),
            Intervals = new IntervalSeries(TimeSpan.FromMinutes(1), [1]),
        };
        using var barrier = new Barrier(4);

        await Task.WhenAll(Enumerable.Range(1, 4).Select(thread => Task.Factory.StartNew(
            () =>
            {
                barrier.SignalAndWait();
                for (var i = 0; i < 20_000; i++)
                {
                    measurement.Recorder.RecordResponse(
                        1, new CompletedResponse(200, 1), new RequestTrace(), 0, 0, thread);
                }

                barrier.SignalAndWait();
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default)));

        for (var look = 0; look < 2; look++)
        {
            measurement.Counters.Responses.ShouldBe(80_000);
            measurement.CountersByKind.Select(kind => kind.Latency.Count).ShouldBe([0, 80_000]);
            (measurement.Timings.Body!.Count, measurement.ServiceTime.Count).ShouldBe((80_000, 80_000));
            (measurement.Intervals.GetSuccesses(0), measurement.OpenLoop.PlannedRequests).ShouldBe((80_000, 4));
            measurement.Complete();
        }
    }

    [Theory]
    [InlineData(-1, 0, 0, 0)]
    [InlineData(1000, 1500, 1, 1)]
    [InlineData(1999, 2000, 1, null)] // received after the last interval
    public void RecordResponse_Success_CountsRequestWhenDueSuccessWhenReceived(
        int due, int received, int asked, int? came)
    {
        var intervals = new IntervalSeries(TimeSpan.FromSeconds(1), [null, null]);

        intervals.RecordResponse(
            Milliseconds(due), Milliseconds(received), new CompletedResponse(200, 0), TimeSpan.Zero);

        intervals.Counters.Select(tally => tally.Requests).ShouldBe(asked == 0 ? [1L, 0L] : [0L, 1L]);
        (intervals.GetSuccesses(0), intervals.GetSuccesses(1)).ShouldBe((came == 0 ? 1 : 0, came == 1 ? 1 : 0));
    }

    [Fact]
    public async Task Summarize_TargetRestarts_CountsCpuTimeFromRestartOn()
    {
        var cpuSeconds = 100;
        await using var server = await TestServer.StartAsync(
            TestServer.HelloAsync, () => $"process_cpu_seconds_total {cpuSeconds}");
        var time = new FakeTimeProvider(default);
        using var scraper = new PrometheusScraper { TimeLimit = Timeout.InfiniteTimeSpan };
        await using var sampler = new MetricsSampler(
            scraper, [new MonitoredProcess(MonitoredProcess.Target, $"{server.Url}/metrics")], time);
        await sampler.ReadAsync();
        time.Advance(TimeSpan.FromSeconds(2));
        cpuSeconds = 3;
        await sampler.ReadAsync();

        var levels = ProcessResultBuilder.CreateLevels(sampler, TimeSpan.Zero, TimeSpan.FromSeconds(2));

        levels[MonitoredProcess.Target]!.CpuCores.ShouldBe(1.5);
    }

    private static TimeSpan Milliseconds(int count) => TimeSpan.FromMilliseconds(count);
}
