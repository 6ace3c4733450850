using Load.Metrics;
using Load.Target;

namespace Load.Engine;

/// <summary>Sends the phases of a run, one after the other.</summary>
/// <param name="name">Of the run.</param>
/// <param name="rig">What sends.</param>
/// <param name="phases">In their order.</param>
/// <param name="meter">Of the target.</param>
/// <param name="ownCpu">CPU time of this process.</param>
/// <param name="progress">What it is at.</param>
/// <param name="newWatch">Of the tiers.</param>
internal sealed class ScenarioRunner(
    string name, RunContext rig, IReadOnlyList<Stage> phases, UsageMeter meter, Func<TimeSpan> ownCpu, RunProgress progress,
    Func<MetricsSampler> newWatch)
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
        var workload = phases[0].Workload.Warmup(length);
        var recorder = workload.NewRecorder(rig);
        progress.Enter(new ActiveStage(name, ActiveStage.WarmUp, 0, recorder));
        await workload.SendAsync(rig, recorder, WarmupIndex, stop);
        await meter.MeasureAsync(recorder);
        return recorder;
    }

    /// <summary>Ends early, after the requests under way, when asked to stop.</summary>
    public async Task<RunResult> MeasureAsync(RequestLog? log, CancellationToken stop)
    {
        var (started, cpu, done, next) = (rig.Time.GetUtcNow(), ownCpu(), new List<StageResult>(), 0L);
        var windows = phases is [var only] ? only.Workload.NewWindows() : null;
        await using var watch = StartWatch(windows);
        foreach (var phase in phases.TakeWhile((_, i) => i == 0 || !stop.IsCancellationRequested))
        {
            var logged = rig with { Log = log, Watch = watch };
            var (recorder, before) = (phase.Workload.NewRecorder(logged), rig.Time.GetUtcNow());
            recorder.Windows = windows;
            progress.Enter(new ActiveStage(name, phases.Count == 1 ? ActiveStage.Measure : phase.Name, 1, recorder));
            await phase.Workload.SendAsync(logged, recorder, next, stop);
            next += recorder.Arrivals?.Arrived ?? recorder.Tally.Requests;
            done.Add(new StageResult(phase, before - started, recorder));
            progress.End(done[^1]);
        }

        if (watch is not null)
            await watch.ReadAsync();
        var whole = Measurement.Whole([.. done.Select(phase => phase.Recorded)]);
        var cores = whole.Seconds > 0 ? (ownCpu() - cpu).TotalSeconds / whole.Seconds : 0;
        var ended = rig.Time.GetUtcNow();
        var usage = await meter.MeasureAsync(whole);
        return new RunResult(whole, done, started, ended, usage, cores, [], [], stop.IsCancellationRequested, watch);
    }

    // A stretch of one kind says all by a reading before and one after.
    private MetricsSampler? StartWatch(IntervalSeries? windows)
    {
        if (windows is null && phases is [{ Workload: not BurstProfile }])
            return null;
        var watch = newWatch();
        watch.Start(windows?.Length / ReadingsOfAWindow is { } often && often > OftenestReading ? often : OftenestReading);
        return watch;
    }

    /// <returns>The tiers' levels when they have been left alone for that long; nothing where they are not to be.</returns>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>?> SettleAsync(TimeSpan length, CancellationToken stop)
    {
        if (length <= TimeSpan.Zero)
            return null;
        await Task.Delay(length, rig.Time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return stop.IsCancellationRequested ? null : await meter.ReadLevelsAsync();
    }
}
