using Load.Engine;
using Load.Validity;

namespace Load.Experiment;

/// <summary>The plan of a comparison.</summary>
/// <param name="Variants">The variants to compare.</param>
/// <param name="Baseline">The variant that the others are compared with.</param>
/// <param name="Profile">When requests are sent in a trial.</param>
/// <param name="Rounds">The number of rounds; each measures every variant once.</param>
/// <param name="TrialDuration">The duration of a trial: one variant in one round.</param>
/// <param name="Warmup">
/// The duration of a warm-up step before the first round, which is repeated until a variant is warm.
/// </param>
/// <param name="TrialWarmup">The duration of the warm-up before each trial.</param>
/// <param name="Seed">The seed of the trial order and of random parameter values.</param>
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
    // More than the requests of a trial, so that trials use different indices.
    private const long IndexStride = 1L << 32;

    /// <summary>
    /// The variants that are measured in each round: those to compare, and the baseline a second time. The ratio of
    /// the baseline to itself shows how much of a ratio is noise.
    /// </summary>
    public IReadOnlyList<Variant> MeasuredVariants { get; } =
        [.. Variants, Baseline with { Name = $"{Baseline.Name}, again" }];

    /// <summary>The limits of an open loop.</summary>
    public OpenLoopLimits Limits { get; init; } = OpenLoopLimits.Default;

    /// <summary>
    /// The wait after the last round before the monitored processes are read once more; 0 for none.
    /// </summary>
    public TimeSpan CoolDown { get; init; }

    /// <summary>The thresholds that each variant must meet.</summary>
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>The groups of variants, with a description of each.</summary>
    public IReadOnlyDictionary<string, string> Groups { get; init; } = new Dictionary<string, string>();

    /// <summary>The index of the baseline's second measurement in <see cref="MeasuredVariants"/>.</summary>
    public int BaselineReplicateIndex => Variants.Count;

    /// <summary>The order of each round, as indices into <see cref="MeasuredVariants"/>.</summary>
    public int[][] TrialOrder { get; } = Randomization.ShuffleRounds(Rounds, Variants.Count + 1, Seed);

    /// <summary>The planned duration of a trial; null if the number of requests decides.</summary>
    public TimeSpan? PlannedTrialDuration => Profile.WithDuration(TrialDuration).Duration;

    /// <summary>The number of trials in all rounds.</summary>
    public int TrialCount => Rounds * MeasuredVariants.Count;

    /// <summary>
    /// The expected duration of the comparison, without reading metrics (a few milliseconds each) and without
    /// repeated warm-up steps.
    /// </summary>
    public TimeSpan Duration =>
        Variants.Count * Warmup + TrialCount * ((PlannedTrialDuration ?? TrialDuration) + TrialWarmup) + CoolDown;

    /// <summary>Gets the expected duration, given the warm-ups that have ended.</summary>
    public TimeSpan GetDuration(IReadOnlyCollection<TimeSpan> warmups) =>
        Duration + TimeSpan.FromTicks(warmups.Sum(warmup => (warmup - Warmup).Ticks));

    /// <summary>
    /// Gets the first request index of a round. It is the same for every variant, so that all variants of a round get
    /// the same requests.
    /// </summary>
    public static long GetFirstIndex(int round) => 2 * round * IndexStride;

    /// <summary>Gets the first request index of the warm-ups of a round.</summary>
    public static long GetFirstWarmupIndex(int round) => (2 * round + 1) * IndexStride;
}
