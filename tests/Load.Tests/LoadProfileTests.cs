namespace Load.Tests;

public sealed class LoadProfileTests
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
            new RequestSchedule([10], Second),
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

    [Theory]
    [InlineData(1000, 10_000)]
    [InlineData(0.25, 3)]
    public void GetDueTimes_OneRate_AreEqualIntervals(double rate, int count)
    {
        var schedule = new RequestSchedule([rate], 10 * Second);

        schedule.Count.ShouldBe(count);
        foreach (var (due, i) in schedule.GetDueTimes().Select((due, i) => (due.TotalSeconds, i)))
            (rate * due).ShouldBe(i, 1e-3);
    }

    [Theory]
    [InlineData(150, 50, 8)]
    [InlineData(150, 1000, 150)]
    [InlineData(3, 50, 1)]
    public void WithDuration_PartOfARequest_IsRoundedToWholeRequestsOfTheSameRate(
        double rate, int milliseconds, long count)
    {
        var trial = new RequestSchedule([rate], Second).WithDuration(TimeSpan.FromMilliseconds(milliseconds));

        trial.Count.ShouldBe(count);
        (count / trial.Duration.TotalSeconds).ShouldBe(rate, 0.001);
    }

    [Fact]
    public void GetDueTimes_SeveralSteps_HaveARateEach()
    {
        var schedule = new RequestSchedule([5, 10, 20], Second);

        var times = schedule.GetDueTimes().ToArray();

        (schedule.Count, schedule.Duration, Math.Round(schedule.MeanRate, 6)).ShouldBe((35, 3 * Second, 11.666667));
        times.CountBy(due => (int)due.TotalSeconds).Select(step => step.Value).ShouldBe([5, 10, 20]);
        times[6].ShouldBe(Second * 1.1);
        times.ShouldBe(times.Order());
    }

    // The tool sent 0.6 % of the requests 300 ms late. No request is late by p99.
    [Theory]
    [InlineData(11_000, 303, CheckState.Fail, "p99.9")]
    [InlineData(11_000, 3_000, CheckState.Pass, "p99")]
    [InlineData(5_000, 303, CheckState.Pass, "p99")]
    public void Evaluate_OpenLoopWithLateRequests_JudgesEveryPercentileThatIsQuoted(
        int requests, int latencyMs, CheckState expected, string percentile)
    {
        var (counters, latency) = (new OpenLoopCounters(requests), new LatencyHistogram());
        for (var i = 0; i < requests; i++)
        {
            var isLate = i < 0.006 * requests;
            counters.ScheduleDelay.Record(TimeSpan.FromMilliseconds(isLate ? 300 : 0.1));
            latency.Record(TimeSpan.FromMilliseconds(isLate ? latencyMs : 3));
        }

        var check = OpenLoopChecks.Evaluate([("", counters, latency)], RunLimits.Default)[1];

        (check.State, check.Label).ShouldBe((expected, $"Load tool's own schedule delay, {percentile}"));
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
        : RequestSchedule([rate], duration)
    {
        public override IEnumerable<TimeSpan> GetDueTimes()
        {
            foreach (var due in base.GetDueTimes())
                yield return due;
            onEnd();
        }
    }

    [Fact]
    public void TryGetNext_DurationElapsed_GivesOneRequestAtLeast()
    {
        var time = new FakeTimeProvider(default);
        var pacer = new ClosedLoopPacer(
            StopCondition.AfterDuration(TimeSpan.FromSeconds(2)), 0, time, CancellationToken.None);
        time.Advance(TimeSpan.FromSeconds(5));

        pacer.TryGetNext(out _).ShouldBeTrue();
        time.Advance(TimeSpan.FromSeconds(2));
        pacer.TryGetNext(out _).ShouldBeFalse();
    }

    [Fact]
    public async Task SendAsync_ConnectionCannotBeCreated_StopsThePacerOfAllWorkers()
    {
        // The second worker finds no channel. The first one gets no response, and would send without an end.
        using var sender = new HttpSender(1);
        var requests = TestRequests.CreateMix("http://127.0.0.1:1/");
        var context = new RunContext(sender, requests, TimeSpan.FromSeconds(1), TimeProvider.System);

        await Should.ThrowAsync<InvalidOperationException>(() => new ClosedLoopProfile(2, default).SendAsync(
            context, new Measurement(TimeProvider.System), 0, CancellationToken.None));
    }
}
