using Load.Metrics;
using Load.Target;

namespace Load.Engine;

/// <summary>Sends the phases of a run, one after the other.</summary>
/// <param name="name">Of the run.</param>
/// <param name="context">What sends.</param>
/// <param name="stages">In their order.</param>
/// <param name="meter">Of the target.</param>
/// <param name="ownCpu">CPU time of this process.</param>
/// <param name="progress">What it is at.</param>
/// <param name="createSampler">Of the tiers.</param>
internal sealed class ScenarioRunner(
    string name, RunContext context, IReadOnlyList<Stage> stages, UsageMeter meter, Func<TimeSpan> ownCpu, RunProgress progress,
    Func<MetricsSampler> createSampler)
{
    private const int ReadingsOfAWindow = 4;
    private static readonly TimeSpan OftenestReading = TimeSpan.FromMilliseconds(500);

    // Far from the run's own, so that the warm-up does not fill a cache with what is measured; a plugin takes an int.
    private const long WarmupIndex = 1L << 30;

    /// <returns>What was sent; null where there is no warm-up.</returns>
    public async Task<Measurement?> WarmUpAsync(TimeSpan length, CancellationToken stop)
    {
        await meter.StartAsync();
        if (length <= TimeSpan.Zero)
            return null;
        var profile = stages[0].Profile.CreateWarmup(length);
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(new ActiveStage(name, ActiveStage.WarmUp, 0, measurement));
        await profile.SendAsync(context, measurement, WarmupIndex, stop);
        await meter.MeasureAsync(measurement);
        return measurement;
    }

    /// <summary>Ends early, after the requests under way, when asked to stop.</summary>
    public async Task<RunResult> MeasureAsync(RequestLog? log, CancellationToken stop)
    {
        var (started, cpu, done, next) = (context.Time.GetUtcNow(), ownCpu(), new List<StageResult>(), 0L);
        var intervals = stages is [var only] ? only.Profile.CreateIntervals() : null;
        await using var sampler = StartSampler(intervals);
        foreach (var stage in stages.TakeWhile((_, i) => i == 0 || !stop.IsCancellationRequested))
        {
            var logged = context with { Log = log, Sampler = sampler };
            var (measurement, before) = (stage.Profile.CreateMeasurement(logged), context.Time.GetUtcNow());
            measurement.Intervals = intervals;
            progress.StartStage(new ActiveStage(name, stages.Count == 1 ? ActiveStage.Measure : stage.Name, 1, measurement));
            await stage.Profile.SendAsync(logged, measurement, next, stop);
            next += measurement.OpenLoop?.Arrived ?? measurement.Counters.Requests;
            done.Add(new StageResult(stage, before - started, measurement));
            progress.EndStage(done[^1]);
        }

        if (sampler is not null)
            await sampler.ReadAsync();
        var whole = Measurement.Combine([.. done.Select(stage => stage.Measurement)]);
        var cores = whole.ElapsedSeconds > 0 ? (ownCpu() - cpu).TotalSeconds / whole.ElapsedSeconds : 0;
        var ended = context.Time.GetUtcNow();
        var usage = await meter.MeasureAsync(whole);
        return new RunResult(whole, done, started, ended, usage, cores, [], [], stop.IsCancellationRequested, sampler);
    }

    // A stretch of one kind says all by a reading before and one after.
    private MetricsSampler? StartSampler(IntervalSeries? intervals)
    {
        if (intervals is null && stages is [{ Profile: not BurstProfile }])
            return null;
        var sampler = createSampler();
        sampler.Start(intervals?.IntervalLength / ReadingsOfAWindow is { } often && often > OftenestReading ? often : OftenestReading);
        return sampler;
    }

    /// <returns>The tiers' levels when they have been left alone for that long; nothing where they are not to be.</returns>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>?> CoolDownAsync(TimeSpan length, CancellationToken stop)
    {
        if (length <= TimeSpan.Zero)
            return null;
        await Task.Delay(length, context.Time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return stop.IsCancellationRequested ? null : await meter.ReadLevelsAsync();
    }
}
