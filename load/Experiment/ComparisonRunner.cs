using Load.Engine;
using Load.Metrics;
using Load.Target;

namespace Load.Experiment;

/// <summary>Runs a plan: warms each variant up, then measures them all in shuffled rounds.</summary>
internal sealed class ComparisonRunner(
    ExperimentPlan plan,
    Func<Variant, RunContext> createContext,
    PrometheusScraper scraper,
    TimeProvider time,
    Func<TimeSpan> ownCpu,
    ComparisonProgress progress)
{
    private readonly long _started = time.GetTimestamp();
    private readonly LoadProfile _profile = plan.Profile.WithDuration(plan.TrialDuration);

    /// <summary>Ends early, after the requests under way, when asked to stop.</summary>
    /// <returns>The slices of complete rounds.</returns>
    public async Task<IReadOnlyList<Trial>> RunAsync(CancellationToken stop)
    {
        foreach (var variant in plan.Variants)
            await WarmUpAsync(variant, stop);

        for (var round = 1; round <= plan.Rounds; round++)
        {
            for (var slot = 1; slot <= plan.MeasuredVariants.Count && !stop.IsCancellationRequested; slot++)
                progress.AddTrial(await MeasureAsync(round, slot, stop));

            if (stop.IsCancellationRequested)
                return [.. progress.Trials.Where(trial => trial.Round < round)];
            progress.EndRound(round);
        }

        return progress.Trials;
    }

    /// <returns>Each variant's levels when all have been left alone for a while; nothing where they are not to be.</returns>
    public async Task<IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>>> CoolDownAsync(CancellationToken stop)
    {
        if (plan.CoolDown > TimeSpan.Zero)
            await Task.Delay(plan.CoolDown, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (plan.CoolDown <= TimeSpan.Zero || stop.IsCancellationRequested)
            return [];
        return await Task.WhenAll(plan.Variants.Select(variant => new UsageMeter(scraper, variant.Processes, time).ReadLevelsAsync()));
    }

    private async Task WarmUpAsync(Variant variant, CancellationToken stop)
    {
        var (meter, warmth) = (new UsageMeter(scraper, variant.Processes, time), new WarmupDetector());
        await meter.StartAsync();
        for (var length = plan.Warmup; !stop.IsCancellationRequested; length += plan.Warmup)
        {
            if (!warmth.IsWarmAfter(await meter.MeasureAsync(await WarmUpAsync(variant, 0, plan.Warmup, stop))))
                continue;
            progress.EndWarmup(length);
            return;
        }
    }

    private async Task<Trial> MeasureAsync(int round, int slot, CancellationToken stop)
    {
        var number = plan.TrialOrder[round - 1][slot - 1];
        var variant = plan.MeasuredVariants[number];
        var meter = new UsageMeter(scraper, variant.Processes, time);
        await meter.StartAsync();
        await meter.MeasureAsync(await WarmUpAsync(variant, round, plan.TrialWarmup, stop));

        var startSeconds = time.GetElapsedTime(_started).TotalSeconds;
        var cpu = ownCpu();
        var measurement = _profile.CreateMeasurement(createContext(variant));
        progress.StartStage(new ActiveStage(variant.Name, ActiveStage.Measure, round, measurement));
        await _profile.SendAsync(createContext(variant), measurement, ExperimentPlan.GetFirstIndex(round), stop);
        var ownCores = measurement.ElapsedSeconds > 0 ? (ownCpu() - cpu).TotalSeconds / measurement.ElapsedSeconds : 0;

        var usage = await meter.MeasureAsync(measurement);
        return new Trial(number, round, slot, startSeconds, measurement, usage, ownCores);
    }

    private async Task<Measurement> WarmUpAsync(Variant variant, int round, TimeSpan length, CancellationToken stop)
    {
        var profile = plan.Profile.CreateWarmup(length);
        var measurement = profile.CreateMeasurement(createContext(variant));
        progress.StartStage(new ActiveStage(variant.Name, ActiveStage.WarmUp, round, measurement));
        if (length > TimeSpan.Zero)
            await profile.SendAsync(createContext(variant), measurement, ExperimentPlan.GetFirstWarmupIndex(round), stop);
        return measurement;
    }
}
