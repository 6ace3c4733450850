namespace TwoTier.Load.Experiment;

/// <summary>
/// Measures each variant for a short time before a comparison is planned, and chooses from that how long a trial lasts
/// and whether it needs a warm-up of its own.
/// </summary>
/// <remarks>
/// Short trials are better, because the machine changes less between two variants of a round. The response times limit
/// how short a trial can be.
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
        foreach (var variant in plan.Variants)
            await MeasureAsync(variant, FirstStep, stop);
        var medians = new List<TimeSpan>();
        foreach (var variant in plan.Variants)
        {
            if (await MeasureAsync(variant, SecondStep, stop) is { Count: > 0 } latency)
                medians.Add(TimeSpan.FromMicroseconds(latency.GetValueAtQuantile(0.5) / 1000.0));
        }

        if (medians.Count < plan.Variants.Count || stop.IsCancellationRequested)
            return null;
        var duration = ChooseDuration(medians);
        var effect = await MeasureColdEffectAsync(duration, stop);
        if (effect is null || stop.IsCancellationRequested)
            return null;
        var interval = effect.GetIntervalAtLevel(Level)!.Value;
        var needsWarmup = interval.Lo > 1 + plan.Rule.Margin || interval.Hi < 1 / (1 + plan.Rule.Margin);
        return new PilotResult(duration, needsWarmup ? duration : TimeSpan.Zero);
    }

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
        var timeForPairs = PairsShare * plan.TimeLimit!.Value / (2 * count * duration);
        var rounds = Math.Max(FewestPairsByVariant, (int)Math.Min(PairCount / count, timeForPairs));
        var logs = new List<double>();
        var orders = ExperimentPlan.ShuffleRounds(rounds, count, plan.Seed);
        foreach (var variant in orders.SelectMany(order => order).Select(index => plan.Variants[index]))
        {
            var first = await MeasureAsync(variant, duration, stop);
            var second = await MeasureAsync(variant, duration, stop);
            if (stop.IsCancellationRequested)
                return null;
            if (first.Mean > 0 && second.Mean > 0)
                logs.Add(Math.Log(first.Mean / second.Mean));
        }

        return logs.Count < FewestPairsByVariant ? null : GeometricMean.FromLogs([.. logs]);
    }

    private async Task<LatencyHistogram> MeasureAsync(Variant variant, TimeSpan duration, CancellationToken stop)
    {
        var (profile, context) = (plan.Profile.CreateWarmup(duration), createContext(variant));
        var measurement = profile.CreateMeasurement(context);
        await profile.SendAsync(context, measurement, ExperimentPlan.GetFirstWarmupIndex(0), stop);
        return measurement.Counters.Latency;
    }
}

internal sealed record PilotResult(TimeSpan TrialDuration, TimeSpan TrialWarmup)
{
    private const double MaxShareOfReading = 0.02;

    /// <summary>
    /// Lengthens the trials until a reading of the metrics is a small part of the CPU time that a core has in one.
    /// </summary>
    public PilotResult WithReadings(TimeSpan cost) => this with
    {
        TrialDuration = TimeSpan.FromTicks(Math.Clamp(
            (cost / MaxShareOfReading).Ticks, TrialDuration.Ticks, SlicePilot.Longest.Ticks)),
    };
}
