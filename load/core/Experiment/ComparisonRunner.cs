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

    /// <summary>Runs the comparison.</summary>
    public async Task<CompleteRounds> RunAsync(CancellationToken stop)
    {
        foreach (var moment in plan.Moments)
            await WarmUpAsync(moment, stop);
        foreach (var moment in plan.SettlingOrder.TakeWhile(_ => !stop.IsCancellationRequested))
            await WarmUpAsync(moment, 0, plan.TrialDuration, stop);

        for (var round = 1; round <= plan.Rounds; round++)
        {
            var moments = plan.GetMoments(plan.TrialOrder[round - 1]);
            foreach (var moment in moments.TakeWhile(_ => !stop.IsCancellationRequested))
                await MeasureAsync(round, moment, stop);
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

    private async Task WarmUpAsync(int[] moment, CancellationToken stop)
    {
        var meters = await StartMetersAsync(moment);
        WarmupDetector[] detectors = [.. moment.Select(_ => new WarmupDetector())];
        for (var duration = plan.Warmup; !stop.IsCancellationRequested; duration += plan.Warmup)
        {
            var usages = await MeasureUsageAsync(meters, await WarmUpAsync(moment, 0, plan.Warmup, stop));
            if (detectors.Zip(usages, (detector, usage) => detector.IsWarmAfterStep(usage)).ToArray().Contains(false))
                continue;
            foreach (var _ in moment)
                progress.EndWarmup(duration);
            return;
        }
    }

    // Measures the variants of a moment. The use of the machine and the CPU time of the tool are those of the moment.
    private async Task MeasureAsync(int round, int[] moment, CancellationToken stop)
    {
        var meters = await StartMetersAsync(moment);
        await MeasureUsageAsync(meters, await WarmUpAsync(moment, round, plan.TrialWarmup, stop));

        machine.Start();
        var cpuBefore = getToolCpu();
        var loads = await SendAsync(
            moment,
            _profile.ForRound(round),
            ActiveStage.MeasuredStageName,
            round,
            ExperimentPlan.GetFirstIndex(round),
            stop);
        var seconds = loads.Max(load => load.Measurement.ElapsedSeconds);
        var toolCores = seconds > 0 ? (getToolCpu() - cpuBefore).TotalSeconds / seconds : 0;
        machine.Stop();

        var usages = await MeasureUsageAsync(meters, loads);
        foreach (var ((variant, measurement, startSeconds), usage) in loads.Zip(usages))
        {
            var position = Array.IndexOf(plan.TrialOrder[round - 1], variant) + 1;
            progress.AddTrial(
                new Trial(
                    variant, round, position, startSeconds, new TrialMeasurement(measurement), usage, toolCores),
                measurement);
        }
    }

    private Task<VariantLoad[]> WarmUpAsync(int[] moment, int round, TimeSpan duration, CancellationToken stop) =>
        SendAsync(
            moment,
            plan.Profile.CreateWarmup(duration),
            ActiveStage.WarmupStageName,
            round,
            ExperimentPlan.GetFirstWarmupIndex(round),
            stop);

    // Sends load to all variants of a moment at the same time. A warm-up of no duration sends nothing.
    private async Task<VariantLoad[]> SendAsync(
        int[] moment, LoadProfile profile, string stage, int round, long firstIndex, CancellationToken stop)
    {
        RunContext[] contexts = [.. moment.Select(variant => createContext(plan.MeasuredVariants[variant]))];
        VariantLoad[] loads =
        [
            .. moment.Zip(contexts, (variant, context) => new VariantLoad(
                variant,
                profile.CreateMeasurement(context),
                time.GetElapsedTime(_startTimestamp).TotalSeconds)),
        ];
        progress.StartStage(
            [
                .. loads.Select(load =>
                    new ActiveStage(plan.MeasuredVariants[load.Variant].Name, stage, round, load.Measurement)),
            ]);
        if (profile.Duration != TimeSpan.Zero)
        {
            await Task.WhenAll(contexts.Zip(loads, (context, load) =>
                profile.SendAsync(context, load.Measurement, firstIndex, stop)));
        }

        return loads;
    }

    private async Task<UsageMeter[]> StartMetersAsync(int[] moment)
    {
        UsageMeter[] meters = [.. moment.Select(variant => CreateMeter(plan.MeasuredVariants[variant]))];
        await Task.WhenAll(meters.Select(meter => meter.StartAsync()));
        return meters;
    }

    private static Task<ResourceUsage[]> MeasureUsageAsync(UsageMeter[] meters, VariantLoad[] loads) =>
        Task.WhenAll(meters.Zip(loads, (meter, load) => meter.MeasureAsync(load.Measurement)));

    private UsageMeter CreateMeter(Variant variant) => new(scraper, variant.Processes, time);

    /// <summary>The load that is sent to one of the variants of a moment.</summary>
    private sealed record VariantLoad(int Variant, Measurement Measurement, double StartSeconds);
}
