namespace TwoTier.Load.Experiment;

/// <summary>
/// Measures each variant for a short time before a comparison is planned, and chooses from that how long a trial lasts
/// and whether it needs a warm-up of its own.
/// </summary>
/// <remarks>
/// Short trials are better, because the machine changes less between two variants of a round: on the machine for which
/// docs/decisions/0008-short-trials.md has the figures, trials of 50 ms give intervals a third as wide as trials of 1 s
/// in the same time. The response times limit how short a trial can be.
/// </remarks>
internal sealed class SlicePilot(ExperimentPlan plan, Func<Variant, RunContext> createContext)
{
    public static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(50);
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan FirstStep = TimeSpan.FromMilliseconds(750);
    private static readonly TimeSpan SecondStep = TimeSpan.FromMilliseconds(250);

    // A trial lasts for so many responses on each connection of a typical variant, and for one of the slowest variant.
    private const int TypicalResponses = 20;

    // The number of pairs of consecutive trials that show whether the first one is slower, and the share of the time
    // limit that the pairs can take.
    private const int PairCount = 60;
    private const int FewestPairsByVariant = 4;
    private const double PairsShare = 0.25;
    private const double Level = 0.01;

    /// <summary>
    /// Runs the pilot, in about 15 s for ten variants; null if it was stopped, or if no request was answered.
    /// </summary>
    public async Task<PilotResult?> RunAsync(CancellationToken stop)
    {
        // In the first step, the target compiles methods and opens connections.
        foreach (var moment in plan.Moments)
            await MeasureAsync(moment, FirstStep, stop);
        var medians = new List<TimeSpan>();
        foreach (var moment in plan.Moments)
        {
            medians.AddRange((await MeasureAsync(moment, SecondStep, stop))
                .Where(latency => latency.Count > 0)
                .Select(latency => TimeSpan.FromMicroseconds(latency.GetValueAtQuantile(0.5) / 1000.0)));
        }

        if (medians.Count < plan.Variants.Count || stop.IsCancellationRequested)
            return null;
        var duration = ChooseDuration(medians);
        var effect = await MeasureColdEffectAsync(duration, stop);
        if (effect is null || stop.IsCancellationRequested)
            return null;
        var interval = effect.GetIntervalAtLevel(Level)!.Value;
        var needsWarmup = interval.Lo > 1 + plan.Rule.Margin || interval.Hi < 1 / (1 + plan.Rule.Margin);
        return new PilotResult(
            duration,
            needsWarmup ? duration : TimeSpan.Zero,
            medians.Max(),
            effect.Value,
            interval);
    }

    /// <summary>Chooses the length of a trial from the median latency of each variant.</summary>
    public static TimeSpan ChooseDuration(IReadOnlyCollection<TimeSpan> medians)
    {
        var typical = medians.Order().ElementAt(medians.Count / 2);
        var needed = Math.Max(TypicalResponses * typical.TotalMilliseconds, medians.Max().TotalMilliseconds);
        var rounded = TimeSpan.FromMilliseconds(10 * Math.Ceiling(needed / 10));
        return TimeSpan.FromTicks(Math.Clamp(rounded.Ticks, Shortest.Ticks, Longest.Ticks));
    }

    // Compares the mean latencies of two consecutive trials of a variant, because what a variant leaves behind, such as
    // cold caches, slows down the first one.
    private async Task<GeometricMean?> MeasureColdEffectAsync(TimeSpan duration, CancellationToken stop)
    {
        var count = plan.Variants.Count;
        // Long trials leave time for fewer pairs.
        var timeForPairs = PairsShare * plan.TimeLimit!.Value / (2 * count / plan.VariantsAtOnce * duration);
        var rounds = Math.Max(FewestPairsByVariant, (int)Math.Min(PairCount / count, timeForPairs));
        var logs = new List<double>();
        var orders = ExperimentPlan.ShuffleRounds(rounds, count, plan.Seed);
        foreach (var moment in orders.SelectMany(plan.GetMoments))
        {
            var first = await MeasureAsync(moment, duration, stop);
            var second = await MeasureAsync(moment, duration, stop);
            if (stop.IsCancellationRequested)
                return null;
            logs.AddRange(first.Zip(second)
                .Where(pair => pair is { First.Mean: > 0, Second.Mean: > 0 })
                .Select(pair => Math.Log(pair.First.Mean / pair.Second.Mean)));
        }

        return logs.Count < FewestPairsByVariant ? null : GeometricMean.FromLogs([.. logs]);
    }

    // Measures the latencies of the variants of a moment.
    private async Task<LatencyHistogram[]> MeasureAsync(int[] moment, TimeSpan duration, CancellationToken stop) =>
        await Task.WhenAll(moment.Select(async variant =>
        {
            var (profile, context) = (plan.Profile.CreateWarmup(duration), createContext(plan.Variants[variant]));
            var measurement = profile.CreateMeasurement(context);
            await profile.SendAsync(context, measurement, ExperimentPlan.GetFirstWarmupIndex(0), stop);
            return measurement.Counters.Latency;
        }));
}

/// <summary>The result of a pilot: the measured latencies, and the chosen lengths.</summary>
internal sealed record PilotResult(
    TimeSpan TrialDuration,
    TimeSpan TrialWarmup,
    TimeSpan SlowestMedian,
    double ColdEffect,
    ConfidenceInterval ColdEffectInterval);
