namespace TwoTier.Load.Experiment;

internal sealed record Variant(string Name, RequestMix Requests, IReadOnlyList<MonitoredProcess> Processes)
{
    public string? Group { get; init; }
    public string? Summary { get; init; }

    /// <summary>The URL as results have it.</summary>
    public string Url { get; init; } = Requests.Url;

    /// <summary>Creates the variant whose target has another address.</summary>
    public Variant At(string baseUrl) => this with
    {
        Requests = Requests.At(baseUrl),
        Processes =
        [
            .. Processes.Select(process => process with
            {
                MetricsUrl = process.MetricsUrl.Replace(Requests.BaseUrl, baseUrl, StringComparison.Ordinal),
            }),
        ],
    };
}

internal sealed record ExperimentPlan(
    IReadOnlyList<Variant> Variants,
    string BaselineName,
    LoadProfile Profile,
    int Rounds,
    TimeSpan TrialDuration,
    TimeSpan Warmup,
    TimeSpan TrialWarmup,
    int Seed)
{
    public const int LookCount = 5;

    // A look after half of the starts makes the last intervals 2 % wider, and saves half of the time if much differs.
    private const int LookCountOfStarts = 2;

    /// <summary>The fewest rounds in each of several starts.</summary>
    public const int FewestRoundsOfStart = 10;

    private const int MaxRounds = 10_000;

    // What a pilot takes for each variant.
    private static readonly TimeSpan PilotTime = TimeSpan.FromSeconds(1.5);

    // The distance between the first request indices of trials and of warm-ups. It exceeds the number of requests in a
    // trial, so that different rounds use different indices.
    private const long IndexStride = 1L << 32;

    // Metrics are read before and after each measurement.
    private static readonly TimeSpan TrialOverhead = TimeSpan.FromMilliseconds(10);

    /// <summary>
    /// The variants to compare, and the baseline a second time unless <see cref="CountTrials"/> says otherwise: the
    /// ratio of the baseline to itself is the control.
    /// </summary>
    public IReadOnlyList<Variant> MeasuredVariants => CountTrials(Variants) == Variants.Count
        ? Variants
        : [.. Variants, Baseline with { Name = $"{Baseline.Name}, again" }];

    public Variant Baseline => Variants.First(variant => variant.Name == BaselineName);

    /// <summary>How often the targets are started; 1 if that is not the tool's work.</summary>
    public int Starts { get; init; } = 1;

    public int? BaselineReplicateIndex => CountTrials(Variants) == Variants.Count ? null : Variants.Count;

    /// <summary>
    /// The order of the trials in each round of all starts, as indices into <see cref="MeasuredVariants"/>.
    /// </summary>
    [AllowNull]
    public int[][] TrialOrder
    {
        get => field ??= ShuffleRounds(Starts * Rounds, CountTrials(Variants), Seed);
        private init;
    }

    public VerdictRule Rule { get; init; } = new();

    /// <summary>Null if the comparison has a fixed number of rounds.</summary>
    public PlannedLooks? Looks { get; init; }

    /// <summary>Null if the comparison has a fixed number of rounds.</summary>
    public TimeSpan? TimeLimit { get; init; }

    /// <summary>
    /// The time after which the comparison ends with what there is: a start has at least ten rounds, so that it may
    /// take longer than planned.
    /// </summary>
    public TimeSpan? LongestTime => 1.5 * TimeLimit;

    public bool HasPilot { get; init; }

    /// <summary>Whether variants with different answers have no ratios; if not, that they differ is a note.</summary>
    public bool HasEqualAnswers { get; init; }
    public int RepeatedRounds { get; private init; }

    /// <summary>Whether the comparison ends with what was measured, because its time is over.</summary>
    public bool IsOverTime { get; private init; }
    public RunLimits Limits { get; init; } = RunLimits.Default;
    public TimeSpan CoolDown { get; init; }
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <exception cref="FormatException">One of them names other variants than these.</exception>
    public IReadOnlyList<RatioThreshold> RatioThresholds
    {
        get;
        init => field = value.FirstOrDefault(one =>
            one.Baseline != BaselineName || !Variants.Any(variant => variant.Name == one.Variant)) is { } wrong
            ? throw ParseException.CreateForUnexpectedText(
                $"{wrong.Variant}/{wrong.Baseline}",
                $"the name of a variant and that of the baseline, {BaselineName}",
                $"'{wrong.Metric.OptionName} {Variants[^1].Name}/{BaselineName} {wrong.Operator} {wrong.Limit}'")
            : value;
    } = [];
    public IReadOnlyDictionary<string, string> Groups { get; init; } = new Dictionary<string, string>();

    public int TrialCount => Starts * Rounds * CountTrials(Variants);

    public bool MonitorsTarget => Baseline.Processes.Any(process => process.Name == MonitoredProcess.Target);

    /// <summary>The planned duration of a trial; null if the number of requests decides when a trial ends.</summary>
    public TimeSpan? PlannedTrialDuration => Profile.WithDuration(TrialDuration).Duration;

    /// <summary>The expected duration without the reading of metrics and repeated warm-up steps.</summary>
    public TimeSpan Duration => Starts * WarmupOfStart + RoundsDuration + CoolDown;

    /// <summary>The shortest warm-up of all variants together in a start.</summary>
    public TimeSpan WarmupOfStart => Variants.Count * Warmup;

    /// <summary>The shortest time limit that leaves a round for each look.</summary>
    public TimeSpan ShortestTimeLimit => Preparation + GetDuration(LookCount, CountTrials(Variants), TrialLength);

    private TimeSpan Preparation => WarmupOfStart + (HasPilot ? Variants.Count * PilotTime : TimeSpan.Zero) + CoolDown;

    private TimeSpan TrialLength => (PlannedTrialDuration ?? TrialDuration) + TrialWarmup;

    private TimeSpan RoundsDuration => TrialCount * TrialLength;

    public TimeSpan GetDuration(IReadOnlyCollection<TimeSpan> warmups) =>
        Duration + TimeSpan.FromTicks(warmups.Sum(warmup => (warmup - WarmupOfStart).Ticks));

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

    private static int CountRounds(TimeSpan limit, int trials, TimeSpan trial) =>
        (int)Math.Clamp(limit / GetDuration(1, trials, trial), 0, MaxRounds);

    private static TimeSpan GetDuration(int rounds, int trials, TimeSpan trial) =>
        rounds * trials * (trial + TrialOverhead);

    public static PlannedLooks PlanLooks(int starts, int rounds, double level) => starts > 1
        ? new PlannedLooks(LookCountOfStarts, starts, level)
        : new PlannedLooks(LookCount, rounds, level);

    /// <summary>Puts trials into the table that is judged. Both trials of the baseline have its name.</summary>
    public SampleTable CreateTable(IEnumerable<Trial> trials, IReadOnlyList<VariantStart> starts) => new(
        Variants.ToDictionary(variant => variant.Name, variant => variant.Requests.BaseUrl),
        Baseline.Name,
        [.. trials.Select(trial => trial.ToSample(GetVariant(trial.VariantIndex).Name))],
        starts);

    /// <summary>Judges what was measured; null before the end of the first round.</summary>
    public Judgement? Judge(CompleteRounds measured) =>
        Judge(CreateTable(measured.Trials, measured.DescribeStarts(this)), GetLevel(measured));

    public Judgement? Judge(SampleTable table, double? familyLevel = null) => table.Samples.Count == 0
        ? null
        : ComparisonJudge.Judge(table, Rule with { FamilyLevel = familyLevel ?? Rule.FamilyLevel });

    /// <summary>Whether a look was planned now, and finds that what was measured is enough.</summary>
    public bool CanStop(CompleteRounds measured) =>
        GetLevel(measured) is not null && Looks!.CanStop(Judge(measured)!.Ratios);

    /// <summary>Counts what the looks are planned after: the starts or, in a single start, the rounds.</summary>
    public int CountSteps(CompleteRounds measured) => Starts > 1 ? measured.EndedStarts : measured.Count;

    // The family-wise level of the look after what was measured; null if none is planned then.
    private double? GetLevel(CompleteRounds measured) => Looks?.GetFamilyLevel(CountSteps(measured));

    /// <summary>Gets the variant of an index into <see cref="MeasuredVariants"/>.</summary>
    public Variant GetVariant(int index) => index == BaselineReplicateIndex ? Baseline : Variants[index];

    /// <summary>
    /// Creates the plan with a time limit, as many rounds as fit into it, and looks. The rounds are counted again when
    /// a pilot has chosen the length of a trial, or when the first of several starts has taken its time.
    /// </summary>
    public ExperimentPlan Within(TimeSpan limit, double? targetHalfWidth = null)
    {
        var rounds = Starts > 1
            ? FewestRoundsOfStart
            : CountRounds(limit - Preparation, CountTrials(Variants), TrialLength);
        return this with
        {
            Rounds = rounds,
            TrialOrder = null,
            TimeLimit = limit,
            Looks = PlanLooks(Starts, rounds, Rule.FamilyLevel) with { TargetHalfWidth = targetHalfWidth },
        };
    }

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
            TrialOrder = null,
            Looks = Looks! with { Steps = rounds },
        };
    }

    /// <summary>
    /// Creates the plan with as many rounds in each start as fit into the time limit, if every start takes as long
    /// until its first round as the first one did.
    /// </summary>
    public ExperimentPlan WithTimeOfStart(TimeSpan preparation) => TimeLimit is not { } limit ? this : this with
    {
        Rounds = Math.Max(
            FewestRoundsOfStart, CountRounds(limit / Starts - preparation, CountTrials(Variants), TrialLength)),
        TrialOrder = null,
    };

    /// <summary>Creates the plan for the targets of a start, which have other addresses than those before.</summary>
    public ExperimentPlan At(IReadOnlyList<string> baseUrls) => baseUrls is [] ? this
        : this with { Variants = [.. Variants.Zip(baseUrls, (variant, url) => variant.At(url))] };

    /// <summary>
    /// Creates the plan in which one more round is measured again. Within a time limit, it takes the place of a planned
    /// one, unless there are more starts.
    /// </summary>
    public ExperimentPlan WithRepeatedRound()
    {
        var takesPlace = TimeLimit is not null && Starts == 1;
        return this with
        {
            RepeatedRounds = RepeatedRounds + 1,
            Rounds = takesPlace ? Rounds - 1 : Rounds,
            Looks = Looks is not null && takesPlace ? Looks with { Steps = Rounds - 1 } : Looks,
        };
    }

    /// <summary>
    /// Creates the plan that ends with what was measured, because the time is over. That is the last look, which gets
    /// what is left of the level.
    /// </summary>
    public ExperimentPlan EndAfter(CompleteRounds measured) =>
        this with { IsOverTime = true, Looks = Looks is null ? null : Looks with { Steps = CountSteps(measured) } };

    public ExperimentPlan CreatePair(Variant variant, LoadProfile profile) =>
        new([Baseline, variant], BaselineName, profile, Rounds, TrialDuration, Warmup, TrialWarmup, Seed)
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
