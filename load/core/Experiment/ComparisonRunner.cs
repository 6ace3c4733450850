namespace TwoTier.Load.Experiment;

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

    public async Task<CompleteRounds> RunAsync(CancellationToken stop)
    {
        foreach (var variant in plan.Variants)
            await WarmUpAsync(variant, stop);
        foreach (var variant in plan.SettlingOrder.TakeWhile(_ => !stop.IsCancellationRequested))
            await WarmUpAsync(plan.Variants[variant], 0, plan.TrialDuration, stop);

        for (var round = 1; round <= plan.Rounds; round++)
        {
            var order = plan.TrialOrder[round - 1].Index().TakeWhile(_ => !stop.IsCancellationRequested);
            foreach (var (place, variant) in order)
                await MeasureAsync(round, place + 1, variant, stop);
            if (stop.IsCancellationRequested)
                break;
            progress.EndRound(round);
            if (plan.CanStop(progress.Rounds))
                break;
        }

        machine.Stop();
        return progress.Rounds;
    }

    /// <summary>
    /// Waits for the cool-down, and then reads the metrics of each variant once more; of none without a cool-down.
    /// </summary>
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
        var meter = CreateMeter(variant);
        await meter.StartAsync();
        var detector = new WarmupDetector();
        for (var duration = plan.Warmup; !stop.IsCancellationRequested; duration += plan.Warmup)
        {
            if (!detector.IsWarmAfterStep(
                await meter.MeasureAsync(await WarmUpAsync(variant, 0, plan.Warmup, stop))))
            {
                continue;
            }

            progress.EndWarmup(duration);
            return;
        }
    }

    private async Task MeasureAsync(int round, int position, int variantIndex, CancellationToken stop)
    {
        var variant = plan.MeasuredVariants[variantIndex];
        var meter = CreateMeter(variant);
        await meter.StartAsync();
        await meter.MeasureAsync(await WarmUpAsync(variant, round, plan.TrialWarmup, stop));

        machine.Start();
        var cpuBefore = getToolCpu();
        var startSeconds = time.GetElapsedTime(_startTimestamp).TotalSeconds;
        var measurement = await SendAsync(
            variant,
            _profile.ForRound(round),
            ActiveStage.MeasuredStageName,
            round,
            ExperimentPlan.GetFirstIndex(round),
            stop);
        var seconds = measurement.ElapsedSeconds;
        var toolCores = seconds > 0 ? (getToolCpu() - cpuBefore).TotalSeconds / seconds : 0;
        var usage = await meter.MeasureAsync(measurement);
        progress.AddTrial(
            new Trial(variantIndex, round, position, startSeconds, measurement, usage, toolCores), measurement);
    }

    private Task<Measurement> WarmUpAsync(Variant variant, int round, TimeSpan duration, CancellationToken stop) =>
        SendAsync(
            variant,
            plan.Profile.CreateWarmup(duration),
            ActiveStage.WarmupStageName,
            round,
            ExperimentPlan.GetFirstWarmupIndex(round),
            stop);

    // A warm-up of no duration sends nothing.
    private async Task<Measurement> SendAsync(
        Variant variant, LoadProfile profile, string stage, int round, long firstIndex, CancellationToken stop)
    {
        var context = createContext(variant);
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(new ActiveStage(variant.Name, stage, round, measurement));
        if (profile.Duration != TimeSpan.Zero)
            await profile.SendAsync(context, measurement, firstIndex, stop);
        return measurement;
    }

    private UsageMeter CreateMeter(Variant variant) => new(scraper, variant.Processes, time);
}
