using Load.Engine;
using Load.Validity;

namespace Load.Experiment;

/// <summary>What a comparison is going to do.</summary>
/// <param name="Variants">What is compared.</param>
/// <param name="Baseline">Which of them the others are compared with.</param>
/// <param name="Profile">What a slice sends, for the length of a slice if it has one.</param>
/// <param name="Rounds">Passes over all variants.</param>
/// <param name="TrialDuration">Length of one variant's turn in a round.</param>
/// <param name="Warmup">Length of each variant's warm-up before the first round.</param>
/// <param name="TrialWarmup">Length of the warm-up before each slice.</param>
/// <param name="Seed">Seeds the order of the rounds and the values of parameters.</param>
internal sealed record ExperimentPlan(
    IReadOnlyList<Variant> Variants,
    Variant Baseline,
    LoadProfile Profile,
    int Rounds,
    TimeSpan TrialDuration,
    TimeSpan Warmup,
    TimeSpan TrialWarmup,
    int Seed)
{
    // Far enough apart that no stretch of load reaches the next one's indices.
    private const long Stride = 1L << 32;

    /// <summary>
    /// What takes turns in a round: the variants, and the baseline once more, to see how far from 1 a ratio is that should
    /// be 1.
    /// </summary>
    public IReadOnlyList<Variant> MeasuredVariants { get; } = [.. Variants, Baseline with { Name = $"{Baseline.Name}, again" }];

    /// <summary>Of an open loop.</summary>
    public OpenLoopLimits Limits { get; init; } = OpenLoopLimits.Default;

    /// <summary>How long the tiers are left alone after the last round, before their memory is read once more.</summary>
    public TimeSpan CoolDown { get; init; }

    /// <summary>What is asked of each variant.</summary>
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>Words for each of the variants' groups.</summary>
    public IReadOnlyDictionary<string, string> Groups { get; init; } = new Dictionary<string, string>();

    /// <summary>The number of the baseline's second turn.</summary>
    public int BaselineReplicateIndex => Variants.Count;

    /// <summary>The turns' numbers in each round's own order.</summary>
    public int[][] TrialOrder { get; } = Randomization.ShuffleRounds(Rounds, Variants.Count + 1, Seed);

    /// <summary>Null where a slice ends with its requests, and not with time.</summary>
    public TimeSpan? PlannedTrialDuration => Profile.WithDuration(TrialDuration).Duration;

    public int TrialCount => Rounds * MeasuredVariants.Count;

    /// <summary>
    /// Without scrapes, which take a few milliseconds each, and without what a warm-up takes longer than planned.
    /// </summary>
    public TimeSpan Duration => Variants.Count * Warmup + TrialCount * ((PlannedTrialDuration ?? TrialDuration) + TrialWarmup) + CoolDown;

    public TimeSpan GetDuration(IReadOnlyCollection<TimeSpan> warmups) =>
        Duration + TimeSpan.FromTicks(warmups.Sum(warmup => (warmup - Warmup).Ticks));

    /// <summary>The same for every variant, so that in a round all are asked for the same ids.</summary>
    public static long GetFirstIndex(int round) => 2 * round * Stride;

    public static long GetFirstWarmupIndex(int round) => (2 * round + 1) * Stride;
}
