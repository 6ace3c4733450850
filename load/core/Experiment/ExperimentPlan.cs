namespace TwoTier.Load.Experiment;

internal sealed record Variant(string Name, RequestMix Requests, IReadOnlyList<MonitoredProcess> Processes)
{
    public string? Group { get; init; }
    public string? Summary { get; init; }
}

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
    public const int LookCount = 5;

    private const int MaxRounds = 10_000;

    // The distance between the first request indices of trials and of warm-ups. It exceeds the number of requests in a
    // trial, so that different rounds use different indices.
    private const long IndexStride = 1L << 32;

    // Metrics are read before and after each measurement.
    private static readonly TimeSpan TrialOverhead = TimeSpan.FromMilliseconds(10);

    // After its own warm-up, each variant is warmed up in the order of trials too, for at most so long in total. A new
    // .NET process compiles many methods once more when its first load pauses, which is before its first trials.
    private static readonly TimeSpan MaxSettlingTime = TimeSpan.FromSeconds(2);

    /// <summary>
    /// The variants to compare, and the baseline a second time unless <see cref="CountTrials"/> says otherwise: the
    /// ratio of the baseline to itself is the control.
    /// </summary>
    public IReadOnlyList<Variant> MeasuredVariants { get; } = CountTrials(Variants) == Variants.Count
        ? Variants
        : [.. Variants, Baseline with { Name = $"{Baseline.Name}, again" }];

    public int? BaselineReplicateIndex => MeasuredVariants.Count == Variants.Count ? null : Variants.Count;

    /// <summary>The order of the trials in each round, as indices into <see cref="MeasuredVariants"/>.</summary>
    public int[][] TrialOrder { get; private init; } = ShuffleRounds(Rounds, CountTrials(Variants), Seed);

    /// <summary>The trials before the first round, which bring the target into the state that is measured.</summary>
    public IEnumerable<int> SettlingOrder =>
        ShuffleRounds(SettlingRounds, Variants.Count, Seed + 1).SelectMany(order => order);

    public VerdictRule Rule { get; init; } = new();

    /// <summary>Null if the comparison has a fixed number of rounds.</summary>
    public PlannedLooks? Looks { get; init; }

    /// <summary>Null if the comparison has a fixed number of rounds.</summary>
    public TimeSpan? TimeLimit { get; init; }

    public bool HasPilot { get; init; }
    public int RepeatedRounds { get; private init; }
    public RunLimits Limits { get; init; } = RunLimits.Default;
    public TimeSpan CoolDown { get; init; }
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];
    public IReadOnlyDictionary<string, string> Groups { get; init; } = new Dictionary<string, string>();

    public int TrialCount => Rounds * MeasuredVariants.Count;

    public bool MonitorsTarget => Baseline.Processes.Any(process => process.Name == MonitoredProcess.Target);

    /// <summary>The planned duration of a trial; null if the number of requests decides when a trial ends.</summary>
    public TimeSpan? PlannedTrialDuration => Profile.WithDuration(TrialDuration).Duration;

    /// <summary>The expected duration without the reading of metrics and repeated warm-up steps.</summary>
    public TimeSpan Duration => Variants.Count * (Warmup + SettlingRounds * TrialDuration) + RoundsDuration + CoolDown;

    private int SettlingRounds => CountSettlingRounds(Warmup, TrialDuration);

    private TimeSpan TrialLength => (PlannedTrialDuration ?? TrialDuration) + TrialWarmup;

    private TimeSpan RoundsDuration => TrialCount * TrialLength;

    public TimeSpan GetDuration(IReadOnlyCollection<TimeSpan> warmups) =>
        Duration + TimeSpan.FromTicks(warmups.Sum(warmup => (warmup - Warmup).Ticks));

    /// <summary>Shuffles each round, so that drift of the machine affects all variants alike.</summary>
    public static int[][] ShuffleRounds(int rounds, int variants, int seed)
    {
        // A later release of .NET may shuffle differently for the same seed, so the result file stores the orders too.
        var random = new Random(seed);
        int[][] orders = [.. Enumerable.Range(0, rounds).Select(_ => Enumerable.Range(0, variants).ToArray())];
        foreach (var order in orders)
            random.Shuffle(order);
        return orders;
    }

    /// <summary>
    /// Counts the trials in a round: one of each variant, and a second one of the baseline. Variants of which each has
    /// a target of its own have no second one, because these processes must get equally much load: a .NET process that
    /// rests more than another one uses more CPU time for each request (docs/method.md).
    /// </summary>
    public static int CountTrials(IReadOnlyList<Variant> variants)
    {
        var haveOwnTargets = variants.DistinctBy(variant => variant.Requests.BaseUrl).Count() == variants.Count;
        return haveOwnTargets ? variants.Count : variants.Count + 1;
    }

    public static int CountSettlingRounds(TimeSpan warmup, TimeSpan trial) =>
        (int)Math.Ceiling((warmup < MaxSettlingTime ? warmup : MaxSettlingTime) / trial);

    public static int CountRounds(TimeSpan limit, int trials, TimeSpan trial) =>
        (int)Math.Clamp(limit / GetDuration(1, trials, trial), 0, MaxRounds);

    public static TimeSpan GetDuration(int rounds, int trials, TimeSpan trial) =>
        rounds * trials * (trial + TrialOverhead);

    /// <summary>Puts trials into the table that is judged. Both trials of the baseline have its name.</summary>
    public SampleTable CreateTable(IEnumerable<Trial> trials, IReadOnlyList<VariantStart> starts) => new(
        Variants.ToDictionary(variant => variant.Name, variant => variant.Requests.BaseUrl),
        Baseline.Name,
        [.. trials.Select(trial => trial.ToSample(GetVariant(trial.VariantIndex).Name))],
        starts);

    /// <summary>Judges complete rounds; null before the end of the first one.</summary>
    public Judgement? Judge(IReadOnlyCollection<Trial> trials, double? familyLevel = null) => trials.Count == 0
        ? null
        : ComparisonJudge.Judge(CreateTable(trials, []), Rule with { FamilyLevel = familyLevel ?? Rule.FamilyLevel });

    public bool CanStop(CompleteRounds measured) => Looks?.GetFamilyLevel(measured.Count) is { } level
        && Looks.CanStop(Judge(measured.Trials, level)!.Ratios);

    /// <summary>Gets the variant of an index into <see cref="MeasuredVariants"/>.</summary>
    public Variant GetVariant(int index) => index == BaselineReplicateIndex ? Baseline : Variants[index];

    /// <summary>
    /// Creates the plan with the trials that a pilot has chosen. As many rounds are planned as fit into the rest of the
    /// time limit, but at least one for each look.
    /// </summary>
    public ExperimentPlan WithPilot(PilotResult pilot, TimeSpan elapsed)
    {
        var unplanned = this with
        {
            TrialDuration = pilot.TrialDuration,
            TrialWarmup = pilot.TrialWarmup,
        };
        var rest = TimeLimit!.Value - elapsed - (unplanned.Duration - unplanned.RoundsDuration);
        var rounds = Math.Max(LookCount, CountRounds(rest, MeasuredVariants.Count, unplanned.TrialLength));
        return unplanned with
        {
            Rounds = rounds,
            TrialOrder = ShuffleRounds(rounds, MeasuredVariants.Count, Seed),
            Looks = Looks! with { Rounds = rounds },
        };
    }

    /// <summary>
    /// Creates the plan in which one more round is measured again. Within a time limit, it takes the place of a planned
    /// one.
    /// </summary>
    public ExperimentPlan WithRepeatedRound()
    {
        var rounds = TimeLimit is null ? Rounds : Rounds - 1;
        return this with
        {
            RepeatedRounds = RepeatedRounds + 1,
            Rounds = rounds,
            Looks = Looks is null ? null : Looks with { Rounds = rounds },
        };
    }

    public ExperimentPlan CreatePair(Variant variant, LoadProfile profile) =>
        new([Baseline, variant], Baseline, profile, Rounds, TrialDuration, Warmup, TrialWarmup, Seed)
        {
            Rule = Rule,
            Limits = Limits,
            Groups = Groups.Where(group => group.Key == Baseline.Group || group.Key == variant.Group).ToDictionary(),
        };

    /// <summary>
    /// Gets the index of the first request in a round: the same for every variant, so that all get the same requests.
    /// </summary>
    public static long GetFirstIndex(int round) => 2 * round * IndexStride;

    public static long GetFirstWarmupIndex(int round) => (2 * round + 1) * IndexStride;
}
