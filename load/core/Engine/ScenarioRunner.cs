namespace TwoTier.Load.Engine;

/// <summary>Runs a scenario: the warm-up, the stages one after the other, and the cool-down.</summary>
internal sealed class ScenarioRunner(
    string name,
    RunContext context,
    IReadOnlyList<Stage> stages,
    UsageMeter meter,
    MachineMeter machine,
    Func<TimeSpan> getToolCpu,
    RunProgress progress,
    Func<MetricsSampler> createSampler)
{
    /// <summary>
    /// The index of the first request of a warm-up. It is far from the indices of measured requests, so that the
    /// warm-up does not put measured data into a cache of the target. It fits into an int, which a plugin receives.
    /// </summary>
    public const long WarmupIndex = 1L << 30;

    private const int SamplesPerInterval = 4;
    private static readonly TimeSpan MinSamplingPeriod = TimeSpan.FromMilliseconds(500);

    /// <summary>Warms up the target with the profile of the first stage.</summary>
    /// <returns>The measurement of the warm-up; null if the duration of the warm-up is 0.</returns>
    public async Task<Measurement?> WarmUpAsync(TimeSpan duration, CancellationToken stop)
    {
        await meter.StartAsync();
        if (duration <= TimeSpan.Zero)
            return null;
        var profile = stages[0].Profile.CreateWarmup(duration);
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(new ActiveStage(name, ActiveStage.WarmupStageName, 0, measurement));
        await profile.SendAsync(context, measurement, WarmupIndex, stop);
        await meter.MeasureAsync(measurement);
        return measurement;
    }

    /// <summary>Sends all stages and measures them.</summary>
    public async Task<RunResult> MeasureAsync(RequestLog? log, TraceCollector? traces, CancellationToken stop)
    {
        machine.Start();
        var (started, cpuBefore) = (context.Time.GetUtcNow(), getToolCpu());
        var (results, nextIndex) = (new List<StageResult>(), 0L);
        var intervals = stages is [var only] ? only.Profile.CreateIntervals() : null;
        await using var sampler = StartSampler(intervals);
        var measured = context with { Log = log, Traces = traces, Sampler = sampler };
        foreach (var stage in stages.TakeWhile((_, i) => i == 0 || !stop.IsCancellationRequested))
        {
            var start = context.Time.GetUtcNow() - started;
            var measurement = stage.Profile.CreateMeasurement(measured);
            measurement.Intervals = intervals;
            var label = stages.Count == 1 ? ActiveStage.MeasuredStageName : stage.Name;
            progress.StartStage(new ActiveStage(name, label, 1, measurement));
            await stage.Profile.SendAsync(measured, measurement, nextIndex, stop);
            nextIndex += measurement.OpenLoop?.ArrivedRequests ?? measurement.Counters.Requests;
            results.Add(new StageResult(stage, start, measurement));
            progress.EndStage(results[^1]);
        }

        var toolCpu = getToolCpu() - cpuBefore;
        machine.Stop();
        if (sampler is not null)
            await sampler.ReadAsync();
        var whole = Measurement.Combine([.. results.Select(result => result.Measurement)]);
        var seconds = whole.ElapsedSeconds;
        var toolCores = seconds > 0 ? toolCpu.TotalSeconds / seconds : 0;
        var ended = context.Time.GetUtcNow();
        var usage = await meter.MeasureAsync(whole);
        return new RunResult(
            whole, results, started, ended, usage, toolCores, [], [], stop.IsCancellationRequested, sampler)
        {
            Machine = machine.Summarize(),
        };
    }

    /// <summary>Waits for the cool-down, and then reads the metrics of the monitored processes once more.</summary>
    /// <returns>The metrics, keyed by process name; null if the duration is 0 or the wait was stopped.</returns>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>?> CoolDownAsync(
        TimeSpan duration, CancellationToken stop)
    {
        if (duration <= TimeSpan.Zero)
            return null;
        await Task.Delay(duration, context.Time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return stop.IsCancellationRequested ? null : await meter.ReadLevelsAsync();
    }

    // A single stage without intervals or bursts needs no samples of the metrics: one reading before the load and one
    // after it are enough.
    private MetricsSampler? StartSampler(IntervalSeries? intervals)
    {
        if (intervals is null && stages is [{ Profile: not BurstProfile }])
            return null;
        var sampler = createSampler();
        var period = intervals?.IntervalLength / SamplesPerInterval ?? MinSamplingPeriod;
        sampler.Start(period > MinSamplingPeriod ? period : MinSamplingPeriod);
        return sampler;
    }
}
