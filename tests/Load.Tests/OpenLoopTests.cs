namespace Load.Tests;

public sealed class OpenLoopTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private readonly FakeTimeProvider _time = new(default);

    [Theory]
    [InlineData(false, new long[] { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 })]
    [InlineData(true, new long[] { 0, 5, 5, 5, 5, 5, 10, 10, 10, 10 })]
    public async Task RunAsync_AnySleep_CallsBackAtEachDueTimeOrCatchesUp(bool sleepsTooLong, long[] expectedTenths)
    {
        var seen = new List<(Arrival Arrival, long At)>();

        var pacer = new OpenLoopPacer(
            new RequestSchedule(10, Second),
            100,
            _time,
            sleep => _time.Advance(sleepsTooLong ? Second / 2 : sleep),
            CancellationToken.None);

        await pacer.RunAsync(arrival => seen.Add((arrival, _time.GetTimestamp())));

        seen.Select(one => one.Arrival.Index).ShouldBe(Enumerable.Range(100, 10).Select(i => (long)i));
        seen.Select(one => one.Arrival.Due).ShouldBe(Enumerable.Range(0, 10).Select(i => i * Second.Ticks / 10));
        seen.Select(one => one.At / (Second.Ticks / 10)).ShouldBe(expectedTenths);
    }

    [Fact]
    public async Task SendAsync_TargetStalls_CountsFromIntendedStartAndLimitsQueue()
    {
        var measurement = await SendToStalledTargetAsync(1, Second, queueLimit: 4, stall: Second / 10);

        var arrivals = measurement.OpenLoop!;
        (arrivals.PlannedRequests, arrivals.ArrivedRequests, arrivals.SentRequests).ShouldBe((10, 10, 5));
        (arrivals.QueuedRequests, arrivals.DroppedRequests).ShouldBe((4, 5));
        ToMilliseconds(measurement.Counters.Latency).ShouldBe((5, 600, 800, 1000));
        ToMilliseconds(arrivals.ServiceTime).ShouldBe((5, 0, 200, 1000));
        ToMilliseconds(arrivals.ScheduleDelay).ShouldBe((10, 0, 0, 0));
    }

    // Two requests are planned in 200 ms, and both responses come after 400 ms. With one connection, the second request
    // is queued until then.
    [Theory]
    [InlineData(2, 10)]
    [InlineData(1, 5)]
    public async Task SendAsync_ResponsesAfterSchedule_GoodputIsPerSecondOfTheTimeInWhichRequestsWereSent(
        int connections, double goodput)
    {
        var measurement = await SendToStalledTargetAsync(
            connections, Second / 5, queueLimit: 1, stall: 3 * Second / 10);

        (measurement.Counters.Successes, measurement.ElapsedSeconds, measurement.Goodput).ShouldBe((2, 0.4, goodput));
    }

    [Fact]
    public void RecordRequest_ToolNoticesArrivalLate_CountsOwnDelayButNotTheWaitInTheQueue()
    {
        var arrivals = new OpenLoopCounters(1);
        var intervals = new IntervalSeries(Second, [1, 1]);
        var measurement = new Measurement(_time) { OpenLoop = arrivals, Intervals = intervals };
        _time.Advance(Second / 4);

        measurement.Recorder.RecordQueuedRequest(due: 0);
        _time.Advance(Second / 4);
        measurement.Recorder.RecordSend(due: 0, _time.GetTimestamp(), foundFreeConnection: false);

        (arrivals.QueuedRequests, arrivals.SentRequests).ShouldBe((1, 1));
        ToMilliseconds(arrivals.ScheduleDelay).ShouldBe((1, 250, 250, 250));
        ToMilliseconds(intervals.GetStepFigures(0).OpenLoop!.ScheduleDelay).ShouldBe((1, 250, 250, 250));

        measurement.Recorder.RecordDroppedRequest(due: _time.GetTimestamp() - (Second / 4).Ticks);
        arrivals.DroppedRequests.ShouldBe(1);
        ToMilliseconds(arrivals.ScheduleDelay).ShouldBe((2, 250, 250, 250));
    }

    // Sends ten requests per second to a target that answers none until a time after the last one.
    private async Task<Measurement> SendToStalledTargetAsync(
        int connections, TimeSpan duration, int queueLimit, TimeSpan stall)
    {
        var release = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = await TestServer.StartAsync(async context =>
        {
            await release.Task;
            await TestServer.HelloAsync(context);
        });
        var schedule = new NotifyingSchedule(10, duration, () =>
        {
            _time.Advance(stall);
            release.SetResult();
        });
        var measurement = new Measurement(_time) { OpenLoop = new OpenLoopCounters(schedule.Count) };
        using var sender = new HttpSender(connections, time: _time);
        var context = new RunContext(sender, TestRequests.CreateMix(server.Url), TimeSpan.FromMinutes(1), _time);
        var profile = new OpenLoopProfile(connections, schedule, "") { Sleep = _time.Advance, QueueLimit = queueLimit };

        await profile.SendAsync(context, measurement, 100, CancellationToken.None);

        server.RequestedPaths.Count.ShouldBe((int)measurement.OpenLoop.SentRequests);
        return measurement;
    }

    private static (long Count, double Min, double Mean, double Max) ToMilliseconds(LatencyHistogram histogram) =>
        (histogram.Count, histogram.Min / 1e6, histogram.Mean / 1e6, histogram.Max / 1e6);

    /// <summary>An arrival schedule that calls an action after its last request has been taken.</summary>
    private sealed class NotifyingSchedule(double rate, TimeSpan duration, Action onEnd)
        : RequestSchedule(rate, duration)
    {
        public override IEnumerable<TimeSpan> GetDueTimes()
        {
            foreach (var due in base.GetDueTimes())
                yield return due;
            onEnd();
        }
    }
}
