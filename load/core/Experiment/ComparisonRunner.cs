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
    private readonly DisturbedRounds _disturbed = new();

    public ExperimentPlan Plan { get; private set; } = plan;

    public async Task<CompleteRounds> RunAsync(CancellationToken stop)
    {
        foreach (var variant in Plan.Variants)
            await WarmUpAsync(variant, stop);
        foreach (var variant in Plan.SettlingOrder.TakeWhile(_ => !stop.IsCancellationRequested))
            await WarmUpAsync(Plan.Variants[variant], 0, Plan.TrialDuration, stop);

        machine.Start();
        for (var round = 1; round <= Plan.Rounds; round++)
        {
            var order = Plan.TrialOrder[round - 1].Index().TakeWhile(_ => !stop.IsCancellationRequested);
            foreach (var (place, variant) in order)
                await MeasureAsync(round, place + 1, variant, stop);
            if (stop.IsCancellationRequested)
                break;
            if (_disturbed.MustRepeat(progress.CurrentRound.Select(trial => trial.Machine?.DisturbedShare)))
            {
                progress.DiscardRound();
                Plan = Plan.WithRepeatedRound();
                round--;
                continue;
            }

            progress.EndRound(round);
            if (Plan.CanStop(progress.Rounds))
                break;
        }

        return progress.Rounds;
    }

    /// <summary>
    /// Waits for the cool-down, and then reads the metrics of each variant once more; of none without a cool-down.
    /// </summary>
    public async Task<IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>>> CoolDownAsync(CancellationToken stop)
    {
        if (Plan.CoolDown > TimeSpan.Zero)
            await Task.Delay(Plan.CoolDown, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (Plan.CoolDown <= TimeSpan.Zero || stop.IsCancellationRequested)
            return [];
        return await Task.WhenAll(Plan.Variants.Select(variant => CreateMeter(variant).ReadLevelsAsync()));
    }

    private async Task WarmUpAsync(Variant variant, CancellationToken stop)
    {
        var meter = CreateMeter(variant);
        await meter.StartAsync();
        var detector = new WarmupDetector();
        for (var duration = Plan.Warmup; !stop.IsCancellationRequested; duration += Plan.Warmup)
        {
            if (!detector.IsWarmAfterStep(await meter.MeasureAsync(await WarmUpAsync(variant, 0, Plan.Warmup, stop))))
                continue;
            progress.EndWarmup(duration);
            return;
        }
    }

    private async Task MeasureAsync(int round, int position, int variantIndex, CancellationToken stop)
    {
        var variant = Plan.MeasuredVariants[variantIndex];
        var meter = CreateMeter(variant);
        // A round that is measured again has requests of its own.
        var requests = round + Plan.RepeatedRounds;
        await meter.StartAsync();
        await meter.MeasureAsync(await WarmUpAsync(variant, round, Plan.TrialWarmup, stop));

        var machineBefore = machine.Read();
        var cpuBefore = getToolCpu();
        var startSeconds = time.GetElapsedTime(_startTimestamp).TotalSeconds;
        var measurement = await SendAsync(
            variant,
            _profile.ForRound(requests),
            ActiveStage.MeasuredStageName,
            round,
            ExperimentPlan.GetFirstIndex(requests),
            stop);
        var toolCpu = getToolCpu() - cpuBefore;
        var machineUse = machine.Read() - machineBefore;
        var seconds = measurement.ElapsedSeconds;
        var toolCores = seconds > 0 ? toolCpu.TotalSeconds / seconds : 0;
        var usage = await meter.MeasureAsync(measurement);
        var trial = new Trial(variantIndex, round, position, startSeconds, measurement, usage, toolCores)
        {
            Machine = MachineMeter.Attribute(machineUse, toolCpu, usage),
        };
        progress.AddTrial(trial, measurement);
    }

    private Task<Measurement> WarmUpAsync(Variant variant, int round, TimeSpan duration, CancellationToken stop) =>
        SendAsync(
            variant,
            Plan.Profile.CreateWarmup(duration),
            ActiveStage.WarmupStageName,
            round,
            ExperimentPlan.GetFirstWarmupIndex(round + Plan.RepeatedRounds),
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
