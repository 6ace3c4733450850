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
    private static readonly TimeSpan WatchInterval = TimeSpan.FromMilliseconds(100);

    // The pause before the next trial if other work on the machine prevented a judgement, because such work often ends
    // soon. The pause grows with the number of trials in succession that were not judged.
    private static readonly TimeSpan PauseAfterUnjudgedTrial = TimeSpan.FromSeconds(1);

    private readonly TrialJudge _judge = new(load.Limits, load.Objectives, Environment.ProcessorCount);
    private long _nextIndex;
    private int _trialCount;
    private int _successiveUnjudgedTrials;

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
        await Task.Delay(_successiveUnjudgedTrials * PauseAfterUnjudgedTrial, context.Time, stop)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        var profile = load.CreateProfile(rate, duration, _trialCount++);
        var machine = createMachineMeter();
        await meter.StartAsync();
        machine.Start();

        var (started, cpuBefore) = (context.Time.GetUtcNow(), getToolCpu());
        var measurement = profile.CreateMeasurement(context);
        measurement.Intervals = new IntervalSeries(duration / GrowthIntervals, new double?[GrowthIntervals]);
        progress.StartStage(new ActiveStage(load.Name, profile.RateDescription, _trialCount, measurement));
        var isEndedEarly = await SendAsync(profile, measurement, stop);
        var seconds = measurement.ElapsedSeconds;
        var toolCores = seconds > 0 ? (getToolCpu() - cpuBefore).TotalSeconds / seconds : 0;
        machine.Stop();
        _nextIndex += measurement.OpenLoop!.ArrivedRequests;

        var stage = new StageResult(new Stage(null, profile), TimeSpan.Zero, measurement);
        var usage = await meter.MeasureAsync(measurement);
        var trial = _judge.JudgeTrial(rate, duration, isEndedEarly, new RunResult(
            measurement, [stage], started, context.Time.GetUtcNow(), usage, toolCores, [], [], IsCutShort: false)
        {
            Machine = machine.Summarize(),
        });
        _successiveUnjudgedTrials = trial.Outcome == TrialOutcome.NotJudged ? _successiveUnjudgedTrials + 1 : 0;
        return trial;
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
                && _judge.CannotMeetObjectives(measurement, planned))
                await end.CancelAsync();
        }

        await sending;
        return end.IsCancellationRequested;
    }
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
