using Load.Engine;
using Load.Metrics;
using Load.Target;

namespace Load.Experiment;

/// <summary>Runs a plan: warms each variant up, then measures them all in shuffled rounds.</summary>
internal sealed class ComparisonRunner(
    ExperimentPlan plan,
    Func<Variant, RunContext> rigFor,
    PrometheusScraper scraper,
    TimeProvider time,
    Func<TimeSpan> ownCpu,
    ComparisonProgress progress)
{
    private readonly long _started = time.GetTimestamp();
    private readonly LoadProfile _slice = plan.Workload.For(plan.Slice);

    /// <summary>Ends early, after the requests under way, when asked to stop.</summary>
    /// <returns>The slices of complete rounds.</returns>
    public async Task<IReadOnlyList<Trial>> RunAsync(CancellationToken stop)
    {
        foreach (var variant in plan.Variants)
            await WarmUpAsync(variant, stop);

        for (var round = 1; round <= plan.Rounds; round++)
        {
            for (var slot = 1; slot <= plan.Turns.Count && !stop.IsCancellationRequested; slot++)
                progress.Add(await MeasureAsync(round, slot, stop));

            if (stop.IsCancellationRequested)
                return [.. progress.Trials.Where(slice => slice.Round < round)];
            progress.EndRound(round);
        }

        return progress.Trials;
    }

    /// <returns>Each variant's levels when all have been left alone for a while; nothing where they are not to be.</returns>
    public async Task<IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>>> SettleAsync(CancellationToken stop)
    {
        if (plan.Settle > TimeSpan.Zero)
            await Task.Delay(plan.Settle, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (plan.Settle <= TimeSpan.Zero || stop.IsCancellationRequested)
            return [];
        return await Task.WhenAll(plan.Variants.Select(variant => new UsageMeter(scraper, variant.Processes, time).ReadLevelsAsync()));
    }

    private async Task WarmUpAsync(Variant variant, CancellationToken stop)
    {
        var (meter, warmth) = (new UsageMeter(scraper, variant.Processes, time), new WarmupDetector());
        await meter.StartAsync();
        for (var length = plan.Warmup; !stop.IsCancellationRequested; length += plan.Warmup)
        {
            if (!warmth.IsReachedBy(await meter.MeasureAsync(await WarmUpAsync(variant, 0, plan.Warmup, stop))))
                continue;
            progress.EndWarmup(length);
            return;
        }
    }

    private async Task<Trial> MeasureAsync(int round, int slot, CancellationToken stop)
    {
        var number = plan.Order[round - 1][slot - 1];
        var variant = plan.Turns[number];
        var meter = new UsageMeter(scraper, variant.Processes, time);
        await meter.StartAsync();
        await meter.MeasureAsync(await WarmUpAsync(variant, round, plan.SliceWarmup, stop));

        var startSeconds = time.GetElapsedTime(_started).TotalSeconds;
        var cpu = ownCpu();
        var recorder = _slice.NewRecorder(rigFor(variant));
        progress.Enter(new ActiveStage(variant.Name, ActiveStage.Measure, round, recorder));
        await _slice.SendAsync(rigFor(variant), recorder, ExperimentPlan.FirstIndexOf(round), stop);
        var ownCores = recorder.Seconds > 0 ? (ownCpu() - cpu).TotalSeconds / recorder.Seconds : 0;

        var usage = await meter.MeasureAsync(recorder);
        return new Trial(number, round, slot, startSeconds, recorder, usage, ownCores);
    }

    private async Task<Measurement> WarmUpAsync(Variant variant, int round, TimeSpan length, CancellationToken stop)
    {
        var workload = plan.Workload.Warmup(length);
        var recorder = workload.NewRecorder(rigFor(variant));
        progress.Enter(new ActiveStage(variant.Name, ActiveStage.WarmUp, round, recorder));
        if (length > TimeSpan.Zero)
            await workload.SendAsync(rigFor(variant), recorder, ExperimentPlan.FirstWarmupIndexOf(round), stop);
        return recorder;
    }
}
