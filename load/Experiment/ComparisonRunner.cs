using Load.Engine;
using Load.Machine;
using Load.Metrics;
using Load.Target;

namespace Load.Experiment;

/// <summary>Runs a comparison: warms up each variant, then measures all of them in shuffled rounds.</summary>
internal sealed class ComparisonRunner(
    ExperimentPlan plan,
    Func<Variant, RunContext> createContext,
    PrometheusScraper scraper,
    MachineMeter machine,
    TimeProvider time,
    Func<TimeSpan> getToolCpu,
    ComparisonProgress progress)
{
    private readonly long _startTimestamp = time.GetTimestamp();
    private readonly LoadProfile _profile = plan.Profile.WithDuration(plan.TrialDuration);

    /// <summary>Runs the comparison.</summary>
    /// <param name="stop">Ends the comparison early when it is cancelled; requests that were sent are finished.</param>
    /// <returns>The measured values of all complete rounds.</returns>
    public async Task<CompleteRounds> RunAsync(CancellationToken stop)
    {
        foreach (var variant in plan.Variants)
            await WarmUpAsync(variant, stop);
        foreach (var variant in plan.SettlingOrder.TakeWhile(_ => !stop.IsCancellationRequested))
            await WarmUpAsync(plan.Variants[variant], 0, plan.TrialDuration, stop);

        for (var round = 1; round <= plan.Rounds; round++)
        {
            for (var position = 1; position <= plan.MeasuredVariants.Count && !stop.IsCancellationRequested; position++)
                await MeasureAsync(round, position, stop);
            if (stop.IsCancellationRequested)
                break;
            progress.EndRound(round);
            if (plan.Looks?.CanStop(plan, progress.Rounds) == true)
                break;
        }

        return progress.Rounds;
    }

    /// <summary>
    /// Waits for the planned cool-down, and then reads the metrics of the monitored processes once more.
    /// </summary>
    /// <returns>For each variant, the metrics keyed by process name; empty without a cool-down.</returns>
    public async Task<IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>>> CoolDownAsync(CancellationToken stop)
    {
        if (plan.CoolDown > TimeSpan.Zero)
            await Task.Delay(plan.CoolDown, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (plan.CoolDown <= TimeSpan.Zero || stop.IsCancellationRequested)
            return [];
        return await Task.WhenAll(plan.Variants.Select(variant => CreateMeter(variant).ReadLevelsAsync()));
    }

    private async Task WarmUpAsync(Variant variant, CancellationToken stop)
    {
        var (meter, detector) = (CreateMeter(variant), new WarmupDetector());
        await meter.StartAsync();
        for (var duration = plan.Warmup; !stop.IsCancellationRequested; duration += plan.Warmup)
        {
            var measurement = await WarmUpAsync(variant, 0, plan.Warmup, stop);
            if (!detector.IsWarmAfterStep(await meter.MeasureAsync(measurement)))
                continue;
            progress.EndWarmup(duration);
            return;
        }
    }

    private async Task MeasureAsync(int round, int position, CancellationToken stop)
    {
        var variantIndex = plan.TrialOrder[round - 1][position - 1];
        var variant = plan.MeasuredVariants[variantIndex];
        var meter = CreateMeter(variant);
        await meter.StartAsync();
        await meter.MeasureAsync(await WarmUpAsync(variant, round, plan.TrialWarmup, stop));

        machine.Start();
        var startSeconds = time.GetElapsedTime(_startTimestamp).TotalSeconds;
        var cpuBefore = getToolCpu();
        var context = createContext(variant);
        var profile = _profile.ForRound(round);
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(new ActiveStage(variant.Name, ActiveStage.MeasuredStageName, round, measurement));
        await profile.SendAsync(context, measurement, ExperimentPlan.GetFirstIndex(round), stop);
        var seconds = measurement.ElapsedSeconds;
        var toolCores = seconds > 0 ? (getToolCpu() - cpuBefore).TotalSeconds / seconds : 0;
        machine.Stop();

        var usage = await meter.MeasureAsync(measurement);
        progress.AddTrial(
            new Trial(
                variantIndex, round, position, startSeconds, new TrialMeasurement(measurement), usage, toolCores),
            measurement);
    }

    private async Task<Measurement> WarmUpAsync(Variant variant, int round, TimeSpan duration, CancellationToken stop)
    {
        var profile = plan.Profile.CreateWarmup(duration);
        var context = createContext(variant);
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(new ActiveStage(variant.Name, ActiveStage.WarmupStageName, round, measurement));
        if (duration > TimeSpan.Zero)
            await profile.SendAsync(context, measurement, ExperimentPlan.GetFirstWarmupIndex(round), stop);
        return measurement;
    }

    private UsageMeter CreateMeter(Variant variant) => new(scraper, variant.Processes, time);
}
