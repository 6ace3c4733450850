namespace TwoTier.Load.Experiment;

internal sealed record Variant(string Name, RequestMix Requests, IReadOnlyList<MonitoredProcess> Processes)
{
    public string? Summary { get; init; }

    /// <summary>The URL as results have it.</summary>
    public string Url { get; init; } = Requests.Url;

    /// <summary>Creates the variant whose target, and other processes by name, have other addresses.</summary>
    public Variant At(string baseUrl, IReadOnlyDictionary<string, string> monitored) => this with
    {
        Requests = Requests.At(baseUrl),
        Processes =
        [
            .. Processes.Select(process => process with
            {
                MetricsUrl = monitored.TryGetValue(process.Name, out var other)
                    ? UrlText.ReplaceBaseUrl(process.MetricsUrl, other.TrimEnd('/'))
                    : process.MetricsUrl.Replace(Requests.BaseUrl, baseUrl, StringComparison.Ordinal),
            }),
        ],
    };
}

internal sealed record ExperimentPlan(
    IReadOnlyList<Variant> Variants, string BaselineName, LoadProfile Profile, TimeSpan Warmup, int Seed)
{
    /// <summary>The fewest rounds of a start whose time is over.</summary>
    public const int FewestRounds = 10;

    /// <summary>The length of the turns of an open loop, which shows a state: its queue.</summary>
    public static readonly TimeSpan TurnOfOpenLoop = TimeSpan.FromSeconds(2);

    // The distance between the first request indices of turns and of warm-ups. It exceeds the number of requests in a
    // turn, so that different rounds use different indices.
    private const long IndexStride = 1L << 32;

    public Variant Baseline => Variants.First(variant => variant.Name == BaselineName);

    /// <summary>How often the targets are started; 1 if that is not the tool's work.</summary>
    public int Starts { get; init; } = 1;

    /// <summary>The number of rounds in each start; null if the time limit decides.</summary>
    public int? Rounds { get; init; }

    /// <summary>Null if the comparison has a fixed number of rounds.</summary>
    public TimeSpan? TimeLimit { get; init; }

    /// <summary>The length of a turn; null for short ones, whose length follows from the response times.</summary>
    public TimeSpan? Turn { get; init; }

    /// <summary>How long a variant gets load before a turn that is not counted.</summary>
    public TimeSpan Lead { get; init; }

    public VerdictRule Rule { get; init; } = new();

    /// <summary>
    /// The time after which the comparison ends with what there is: a start has at least ten rounds, so that it may
    /// take longer than planned.
    /// </summary>
    public TimeSpan? LongestTime => 1.5 * TimeLimit;

    /// <summary>Whether variants with different answers have no ratios; if not, that they differ is a note.</summary>
    public bool HasEqualAnswers { get; init; }

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

    /// <summary>Whether turns are short: of a closed loop whose length of turns nobody has set.</summary>
    public bool HasShortTurns => Turn is null && Profile is ClosedLoopProfile;

    /// <summary>The length of a turn that is not short; the profile may have one of its own.</summary>
    public TimeSpan SteadyTurn => Profile.WithDuration(Turn ?? TurnOfOpenLoop).Duration ?? TurnOfOpenLoop;

    /// <summary>The expected duration without the starts of the targets and repeated steps of the warm-up.</summary>
    public TimeSpan Duration => TimeLimit ?? Starts * (WarmupOfStart + Variants.Count
        * (Rounds ?? FewestRounds) * (Lead + (HasShortTurns ? TurnLengths.Shortest : SteadyTurn))) + CoolDown;

    /// <summary>The shortest warm-up of all variants together in a start.</summary>
    public TimeSpan WarmupOfStart => Variants.Count * Warmup;

    /// <summary>Shuffles a round, so that drift of the machine affects all variants alike.</summary>
    public int[] ShuffleRound(int round)
    {
        int[] order = [.. Enumerable.Range(0, Variants.Count)];
        new Random(unchecked(Seed * 1_000_003 + round)).Shuffle(order);
        return order;
    }

    /// <summary>Puts what was measured into the table that is judged.</summary>
    public SampleTable CreateTable(CompleteRounds measured) => new(
        (measured.Variants ?? Variants).ToDictionary(variant => variant.Name, variant => variant.Requests.BaseUrl),
        BaselineName,
        measured.CreateSamples(this),
        Variants.Index().ToDictionary(
            variant => variant.Item.Name, variant => measured.GetTotal(variant.Index).Counters.Latency));

    /// <summary>Judges what was measured; null before the end of the first round.</summary>
    public Judgement? Judge(SampleTable table) =>
        table.Samples.Count == 0 ? null : ComparisonJudge.Judge(table, Rule);

    public ExperimentPlan CreatePair(Variant variant, LoadProfile profile) =>
        this with
        {
            Variants = [Baseline, variant],
            Profile = profile,
            TimeLimit = TimeLimit * 2 / Variants.Count,
            Thresholds = [],
            RatioThresholds = [],
        };

    /// <summary>
    /// Gets the index of the first request in a round: the same for every variant, so that all get the same requests.
    /// </summary>
    public static long GetFirstIndex(int round) => 2 * round * IndexStride;

    public static long GetFirstWarmupIndex(int round) => (2 * round + 1) * IndexStride;
}
