namespace TwoTier.Load.Experiment;

/// <summary>Sends the load of each trial of a capacity search, and judges the trial.</summary>
internal sealed class CapacityTrialRunner(
    CapacityLoad load,
    RunContext context,
    UsageMeter meter,
    Func<MachineMeter> createMachineMeter,
    Func<TimeSpan> getToolCpu,
    RunProgress progress)
{
    private const int GrowthIntervals = 10;

    // If the arrival rate exceeds the capacity by 1 %, the response time grows by about 1 % of the elapsed time. More
    // growth means that the rate is too high, even if the target still meets the objectives.
    private const double MaxGrowth = 0.01;

    // In a short trial, a growth of the response time by less than 50 ms may be noise of a busy machine.
    private static readonly TimeSpan MinGrowth = TimeSpan.FromMilliseconds(50);

    // The load tool's own delay explains a long response time only if the delay is a notable part of the response time.
    private const double MinNotableDelayShare = 0.1;

    private static readonly TimeSpan WatchInterval = TimeSpan.FromMilliseconds(100);

    private long _nextIndex;
    private int _trialCount;

    /// <summary>Warms up the target with one connection.</summary>
    public async Task<Measurement> WarmUpAsync(TimeSpan duration, CancellationToken stop)
    {
        var profile = new ClosedLoopProfile(1, StopCondition.AfterDuration(duration));
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(new ActiveStage(load.Name, ActiveStage.WarmupStageName, 0, measurement));
        await profile.SendAsync(context, measurement, LoadProfile.WarmupIndex, stop);
        return measurement;
    }

    /// <summary>Measures and judges a trial. It ends early when the target can no longer meet the objectives.</summary>
    public async Task<CapacityTrial> MeasureAsync(double rate, TimeSpan duration, CancellationToken stop)
    {
        var profile = load.CreateProfile(rate, duration, _trialCount++);
        var machine = createMachineMeter();
        await meter.StartAsync();
        machine.Start();

        var machineBefore = machine.Read();
        var (started, cpuBefore) = (context.Time.GetUtcNow(), getToolCpu());
        var measurement = profile.CreateMeasurement(context);
        measurement.Intervals = new IntervalSeries(duration / GrowthIntervals, new double?[GrowthIntervals]);
        progress.StartStage(new ActiveStage(load.Name, profile.RateDescription, _trialCount, measurement));
        var isEndedEarly = await SendAsync(profile, measurement, stop);
        var seconds = measurement.ElapsedSeconds;
        var toolCpu = getToolCpu() - cpuBefore;
        var machineUse = machine.Read() - machineBefore;
        var toolCores = seconds > 0 ? toolCpu.TotalSeconds / seconds : 0;
        _nextIndex += measurement.OpenLoop!.ArrivedRequests;

        var stage = new StageResult(new Stage(null, profile), TimeSpan.Zero, measurement);
        var usage = await meter.MeasureAsync(measurement);
        return JudgeTrial(rate, duration, isEndedEarly, new RunResult(
            measurement, [stage], started, context.Time.GetUtcNow(), usage, toolCores, [], [], IsCutShort: false)
        {
            Machine = machine.Summarize(MachineMeter.Attribute(machineUse, toolCpu, usage)),
        });
    }

    private async Task<bool> SendAsync(OpenLoopProfile profile, Measurement measurement, CancellationToken stop)
    {
        var planned = profile.Schedule.Count;
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var sending = profile.SendAsync(context, measurement, _nextIndex, end.Token);
        while (!sending.IsCompleted)
        {
            await Task.WhenAny(sending, Task.Delay(WatchInterval, context.Time, CancellationToken.None));
            if (!sending.IsCompleted
                && !end.IsCancellationRequested
                && load.Objectives.Any(one => one.IsOutOfReach(measurement.GetFigures(), planned)))
                await end.CancelAsync();
        }

        await sending;
        return end.IsCancellationRequested;
    }

    private CapacityTrial JudgeTrial(double rate, TimeSpan duration, bool isEndedEarly, RunResult run)
    {
        var measurement = run.Measurement;
        var schedule = OpenLoopChecks.Evaluate(
            [("", measurement.OpenLoop!, measurement.Counters.Latency)], load.Limits);
        string[] reasons =
        [
            .. ThresholdResult.DescribeFailures(load.Objectives.Select(one => one.Evaluate(measurement.GetFigures()))),
            .. isEndedEarly ? [] : ValidityCheck.DescribeFailures([schedule[0]]),
            .. isEndedEarly ? [] : GetGrowthReasons(measurement.Intervals!, duration),
        ];
        if (reasons.Length == 0 && !isEndedEarly)
            return new CapacityTrial(rate, TrialOutcome.Succeeded, [], run);

        // The causes other than the target that may explain why a trial failed. A trial that succeeds in spite of such
        // causes needs no explanation.
        var ownDelay = measurement.OpenLoop!.ScheduleDelay.GetValueAtQuantile(0.99);
        var isNotable = ownDelay > MinNotableDelayShare * measurement.Counters.Latency.GetValueAtQuantile(0.99);
        string[] otherCauses =
        [
            .. ValidityCheck.DescribeFailures(isNotable ? [schedule[1]] : []),
            .. ValidityCheck.DescribeFailures(PauseChecks.Evaluate([("", measurement)], load.Limits.MaxScheduleDelay)),
            .. ValidityCheck.DescribeFailures(
                [ResourceChecks.CheckToolCpu(run.ToolCores, Environment.ProcessorCount, measurement.ElapsedSeconds)]),
            .. ValidityCheck.DescribeFailures(ResourceChecks.CheckMachine(
                run.Machine, load.Limits.MaxOtherCpuShare ?? ResourceChecks.NotableShare)),
        ];
        return otherCauses.Length > 0
            ? new CapacityTrial(rate, TrialOutcome.NotJudged, otherCauses, run)
            : new CapacityTrial(rate, TrialOutcome.Failed, reasons, run);
    }

    // Compares the response times at the start and at the end of a trial. The first interval is left out, because
    // connections are opened in it.
    private static IEnumerable<string> GetGrowthReasons(IntervalSeries intervals, TimeSpan duration)
    {
        if (intervals.Counters[1].Requests is 0 || intervals.Counters[^1].Requests is 0)
            yield break;
        var growth = GetMedianLatency(intervals.Counters[^1]) - GetMedianLatency(intervals.Counters[1]);
        if (growth > MinGrowth && growth > MaxGrowth * duration)
        {
            yield return $"the backlog grew: the median response time rose by "
                + $"{SignificantDigits.FormatNumber(growth.TotalMilliseconds)} ms";
        }
    }

    private static TimeSpan GetMedianLatency(RequestCounters counters) =>
        TimeSpan.FromMicroseconds(counters.Latency.GetValueAtQuantile(0.5) / 1000.0);
}

internal sealed record CapacityLoad(
    string Name,
    int Connections,
    int Streams,
    int QueueLimit,
    bool IsPoisson,
    int Seed,
    IReadOnlyList<Threshold> Objectives,
    RunLimits Limits)
{
    public int Concurrency => Connections * Streams;

    public OpenLoopProfile CreateProfile(double rate, TimeSpan duration, int trial)
    {
        RequestSchedule schedule = new RampSchedule(rate, rate, duration);
        if (IsPoisson)
            schedule = new PoissonSchedule(schedule, unchecked(Seed + trial));
        var text = CapacityTrial.FormatRate(rate);
        return new OpenLoopProfile(Connections, schedule, text, QueueLimit) { Streams = Streams };
    }
}
