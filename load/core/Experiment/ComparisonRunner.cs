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
        foreach (var moment in plan.Moments)
            await WarmUpAsync(moment, stop);
        foreach (var moment in plan.SettlingMoments.TakeWhile(_ => !stop.IsCancellationRequested))
            await WarmUpAsync(moment, 0, plan.TrialDuration, stop);

        for (var round = 1; round <= plan.Rounds; round++)
        {
            var moments = plan.GetMoments(plan.TrialOrder[round - 1]);
            foreach (var moment in moments.TakeWhile(_ => !stop.IsCancellationRequested))
                await MeasureAsync(round, moment, stop);
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

    // Measures the variants of a moment. The CPU time of the tool is that of the moment.
    private async Task MeasureAsync(int round, int[] moment, CancellationToken stop)
    {
        var meters = await StartMetersAsync(moment);
        await MeasureUsageAsync(meters, await WarmUpAsync(moment, round, plan.TrialWarmup, stop));

        machine.Start();
        var cpuBefore = getToolCpu();
        var startSeconds = time.GetElapsedTime(_startTimestamp).TotalSeconds;
        var measurements = await SendAsync(
            moment,
            _profile.ForRound(round),
            ActiveStage.MeasuredStageName,
            round,
            ExperimentPlan.GetFirstIndex(round),
            stop);
        var seconds = measurements.Max(measurement => measurement.ElapsedSeconds);
        var toolCores = seconds > 0 ? (getToolCpu() - cpuBefore).TotalSeconds / seconds : 0;
        foreach (var (i, usage) in (await MeasureUsageAsync(meters, measurements)).Index())
        {
            var position = Array.IndexOf(plan.TrialOrder[round - 1], moment[i]) + 1;
            progress.AddTrial(
                new Trial(moment[i], round, position, startSeconds, measurements[i], usage, toolCores),
                measurements[i]);
        }
    }

    private Task<Measurement[]> WarmUpAsync(int[] moment, int round, TimeSpan duration, CancellationToken stop) =>
        SendAsync(
            moment,
            plan.Profile.CreateWarmup(duration),
            ActiveStage.WarmupStageName,
            round,
            ExperimentPlan.GetFirstWarmupIndex(round),
            stop);

    // Sends load to all variants of a moment at the same time. A warm-up of no duration sends nothing.
    private async Task<Measurement[]> SendAsync(
        int[] moment, LoadProfile profile, string stage, int round, long firstIndex, CancellationToken stop)
    {
        Variant[] variants = [.. moment.Select(variant => plan.MeasuredVariants[variant])];
        RunContext[] contexts = [.. variants.Select(createContext)];
        Measurement[] measurements = [.. contexts.Select(profile.CreateMeasurement)];
        progress.StartStage([.. variants.Zip(measurements, (variant, measurement) =>
            new ActiveStage(variant.Name, stage, round, measurement))]);
        if (profile.Duration != TimeSpan.Zero)
        {
            await Task.WhenAll(contexts.Zip(measurements, (context, measurement) =>
                profile.SendAsync(context, measurement, firstIndex, stop)));
        }

        return measurements;
    }

    private async Task<UsageMeter[]> StartMetersAsync(int[] moment)
    {
        UsageMeter[] meters = [.. moment.Select(variant => CreateMeter(plan.MeasuredVariants[variant]))];
        await Task.WhenAll(meters.Select(meter => meter.StartAsync()));
        return meters;
    }

    private static Task<ResourceUsage[]> MeasureUsageAsync(UsageMeter[] meters, Measurement[] measurements) =>
        Task.WhenAll(meters.Zip(measurements, (meter, measurement) => meter.MeasureAsync(measurement)));

    private UsageMeter CreateMeter(Variant variant) => new(scraper, variant.Processes, time);
}
