using Load.Engine;
using Load.Statistics.Verdicts;
using Load.Validity;

namespace Load.Experiment;

/// <summary>The plan of a comparison.</summary>
/// <param name="Variants">The variants to compare.</param>
/// <param name="Baseline">The baseline: the variant with which the other variants are compared.</param>
/// <param name="Profile">The load profile of a trial, which defines when requests are sent.</param>
/// <param name="Rounds">The number of rounds. In each round, every variant has one trial.</param>
/// <param name="TrialDuration">The duration of a trial, which measures one variant in one round.</param>
/// <param name="Warmup">
/// The duration of one step of the warm-up before the first round. The step is repeated until the variant is warm.
/// </param>
/// <param name="TrialWarmup">The duration of the warm-up before each trial.</param>
/// <param name="Seed">The seed of the shuffled trial order and of random parameter values.</param>
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
    // The distance between the first request indices of trials and of warm-ups. It exceeds the number of requests in a
    // trial, so that different rounds use different indices.
    private const long IndexStride = 1L << 32;

    /// <summary>
    /// The variants that are measured in each round: the variants to compare, and the baseline a second time. The ratio
    /// of the baseline to itself shows how much noise a ratio contains.
    /// </summary>
    public IReadOnlyList<Variant> MeasuredVariants { get; } =
        [.. Variants, Baseline with { Name = $"{Baseline.Name}, again" }];

    /// <summary>The rule by which the variants are judged.</summary>
    public VerdictRule Rule { get; init; } = new();

    /// <summary>The looks after which the comparison may end early; null if it has a fixed number of rounds.</summary>
    public PlannedLooks? Looks { get; init; }

    /// <summary>The limits beyond which the result is invalid.</summary>
    public RunLimits Limits { get; init; } = RunLimits.Default;

    /// <summary>
    /// How long to wait after the last round before the metrics of the monitored processes are read once more; 0 for no
    /// cool-down.
    /// </summary>
    public TimeSpan CoolDown { get; init; }

    /// <summary>The thresholds that each variant must meet.</summary>
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>The descriptions of the groups of variants, keyed by group name.</summary>
    public IReadOnlyDictionary<string, string> Groups { get; init; } = new Dictionary<string, string>();

    /// <summary>The index of the second measurement of the baseline in <see cref="MeasuredVariants"/>.</summary>
    public int BaselineReplicateIndex => Variants.Count;

    /// <summary>The order of the trials in each round, as indices into <see cref="MeasuredVariants"/>.</summary>
    public int[][] TrialOrder { get; } = Randomization.ShuffleRounds(Rounds, Variants.Count + 1, Seed);

    /// <summary>The planned duration of a trial; null if the number of requests decides when a trial ends.</summary>
    public TimeSpan? PlannedTrialDuration => Profile.WithDuration(TrialDuration).Duration;

    /// <summary>The total number of trials in all rounds.</summary>
    public int TrialCount => Rounds * MeasuredVariants.Count;

    /// <summary>
    /// The expected duration of the comparison, not counting the reading of metrics (a few milliseconds each time) and
    /// repeated warm-up steps.
    /// </summary>
    public TimeSpan Duration =>
        Variants.Count * Warmup + TrialCount * ((PlannedTrialDuration ?? TrialDuration) + TrialWarmup) + CoolDown;

    /// <summary>
    /// Gets the expected duration of the comparison, given the actual durations of the warm-ups that have ended.
    /// </summary>
    public TimeSpan GetDuration(IReadOnlyCollection<TimeSpan> warmups) =>
        Duration + TimeSpan.FromTicks(warmups.Sum(warmup => (warmup - Warmup).Ticks));

    /// <summary>
    /// Gets the index of the first request in a round. The index is the same for every variant, so that all variants
    /// get the same requests in a round.
    /// </summary>
    public static long GetFirstIndex(int round) => 2 * round * IndexStride;

    /// <summary>Gets the index of the first request in the warm-ups of a round.</summary>
    public static long GetFirstWarmupIndex(int round) => (2 * round + 1) * IndexStride;
}
