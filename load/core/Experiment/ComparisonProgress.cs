namespace TwoTier.Load.Experiment;

internal sealed class ComparisonProgress : RunProgress
{
    private readonly Lock _gate = new();
    private readonly List<(Turn Turn, Measurement Measurement)> _ofRound = [];

    /// <summary>Threads other than the one that measures use <see cref="Judge"/>.</summary>
    public CompleteRounds Rounds { get; } = new();

    public event Action<Turn, Measurement>? TurnEnded;

    /// <summary>Raised when a start has ended.</summary>
    public event Action? StartEnded;

    public void AddTurn(Turn turn, Measurement measurement)
    {
        _ofRound.Add((turn, measurement));
        TurnEnded?.Invoke(turn, measurement);
    }

    /// <summary>Ends the current round, which releases the memory of its measurements.</summary>
    public void EndRound()
    {
        lock (_gate)
            Rounds.Add(_ofRound);
        _ofRound.Clear();
    }

    public void EndStart(StartSummary summary)
    {
        lock (_gate)
            Rounds.EndStart(summary);
        StartEnded?.Invoke();
    }

    /// <summary>Reads the complete rounds. A round that ends meanwhile waits to be added.</summary>
    public T Judge<T>(Func<CompleteRounds, T> judge)
    {
        lock (_gate)
            return judge(Rounds);
    }
}

internal sealed class CompleteRounds
{
    private const int BatchCount = 10;
    private const double NanosecondsPerMs = 1e6;
    private const double BytesPerMb = 1e6;

    private readonly List<Turn> _turns = [];
    private readonly Dictionary<int, Measurement> _totals = [];
    private readonly Dictionary<int, Measurement> _totalsOfStart = [];
    private readonly List<StartSummary> _summaries = [];
    private readonly List<Dictionary<int, LatencyHistogram>> _latencies = [];

    /// <summary>The number of complete rounds in all starts.</summary>
    public int Count { get; private set; }

    /// <summary>Whether the comparison was stopped before its end.</summary>
    public bool IsCutShort { get; set; }

    /// <summary>The variants with the addresses of the last start; null if they are those of the plan.</summary>
    public IReadOnlyList<Variant>? Variants { get; set; }

    public int EndedStarts => _summaries.Count;
    public IReadOnlyList<Turn> Turns => _turns;
    public IReadOnlyList<StartSummary> Summaries => _summaries;
    public StartSummary? LastStart => _summaries is [.., var last] ? last : null;

    /// <summary>Gets the measurement of a variant in all rounds.</summary>
    public Measurement GetTotal(int variant) =>
        _totals.GetValueOrDefault(variant) ?? new Measurement(TimeProvider.System);

    public void Add(IReadOnlyCollection<(Turn Turn, Measurement Measurement)> round)
    {
        Count++;
        foreach (var (turn, measurement) in round)
        {
            _turns.Add(turn);
            AddTo(_totals, turn.Variant, measurement);
            AddTo(_totalsOfStart, turn.Variant, measurement);
        }
    }

    public void EndStart(StartSummary summary)
    {
        _summaries.Add(summary);
        _latencies.Add(_totalsOfStart.ToDictionary(one => one.Key, one => one.Value.Counters.Latency));
        _totalsOfStart.Clear();
    }

    /// <summary>
    /// Adds the turns up: in each start or, as long as there is one only, in ten batches of its rounds.
    /// </summary>
    public IReadOnlyList<Sample> CreateSamples(ExperimentPlan plan)
    {
        if (_turns is [])
            return [];
        var (lastStart, rounds) = (_turns[^1].Start, _turns[^1].Round);
        var batches = lastStart > 1 ? 1 : Math.Min(rounds, BatchCount);
        return
        [
            .. from turn in _turns
               let batch = batches == 1 ? 1 : (turn.Round * batches + rounds - 1) / rounds
               group turn by (turn.Start, batch, turn.Variant) into unit
               let summary = _summaries.ElementAtOrDefault(unit.Key.Start - 1)
               let all = batches == 1 ? [.. unit] : _turns.Where(turn => turn.Variant == unit.Key.Variant).ToArray()
               select CreateSample(plan, [.. unit], all, summary, unit.Key.batch, batches),
        ];
    }

    private Sample CreateSample(
        ExperimentPlan plan, Turn[] turns, Turn[] ofStart, StartSummary? summary, int batch, int batches)
    {
        var (variant, requests) = (turns[0].Variant, turns.Sum(turn => turn.Requests));
        var cost = summary?.Costs.ElementAtOrDefault(variant) ?? VariantCosts.None;
        var target = plan.Variants[variant].Processes.ToList().FindIndex(one => one.Name == MonitoredProcess.Target);
        var inTurns = target < 0 || cost is { IsClocked: false } && summary is not null ? null
            : turns.Aggregate((double?)0, (sum, turn) => sum + turn.CpuSeconds.ElementAtOrDefault(target));
        var outside = cost.CpuOutside * requests / ofStart.Sum(turn => turn.Requests);
        var latency = batches > 1 ? null : _latencies.ElementAtOrDefault(turns[0].Start - 1)?.GetValueOrDefault(variant);
        return new Sample
        {
            Variant = plan.Variants[variant].Name,
            Start = turns[0].Start,
            Batch = batch,
            Turns = turns.Length,
            Requests = requests,
            Good = turns.Sum(turn => turn.Successes),
            BusyS = turns.Sum(turn => turn.BusySeconds),
            P50Ms = latency?.GetReliableQuantile(0.5) / NanosecondsPerMs,
            P99Ms = latency?.GetReliableQuantile(0.99) / NanosecondsPerMs,
            CpuS = inTurns + (outside ?? 0) ?? cost.GetPerRequest(used => used.CpuSeconds, batch, batches) * requests,
            CpuOutsideS = outside,
            ReadyMs = summary?.ReadyTimes.ElementAtOrDefault(variant)?.TotalMilliseconds,
            WorkingSetMb = cost.Periods.Max(period =>
                period.Processes.GetValueOrDefault(MonitoredProcess.Target)?.WorkingSetBytes) / BytesPerMb,
            AllocatedBytes = cost.GetPerRequest(used => used.AllocatedBytes, batch, batches) * requests,
        };
    }

    private static void AddTo(Dictionary<int, Measurement> totals, int variant, Measurement measurement)
    {
        if (!totals.TryGetValue(variant, out var total))
        {
            var kinds = Math.Max(1, measurement.CountersByKind.Count);
            total = totals[variant] = new Measurement(TimeProvider.System, kinds);
        }

        total.Add(measurement);
    }
}

/// <summary>What a variant cost in a start.</summary>
/// <param name="Periods">
/// What its processes used: in the rounds as a whole, in blocks at the end of the start, or in its turns.
/// </param>
internal sealed record VariantCosts(IReadOnlyList<UsagePeriod> Periods)
{
    public static readonly VariantCosts None = new([]);

    /// <summary>Whether the clock of its target tells the CPU time of each turn.</summary>
    public bool IsClocked { get; init; }

    /// <summary>Seconds of CPU time that its target used between its turns; null if it is not known.</summary>
    public double? CpuOutside { get; init; }

    /// <summary>Gets what the target used for a response; of several periods, in those of a batch of rounds.</summary>
    public double? GetPerRequest(Func<ProcessMetrics, double?> get, int batch, int batches)
    {
        (double Used, long Responses)[] known =
        [
            .. from period in Periods
               let used = period.Processes.GetValueOrDefault(MonitoredProcess.Target) is { } target ? get(target) : null
               where used is not null
               select (used.Value, period.Responses),
        ];
        var own = known.Length < batches ? known
            : known[((batch - 1) * known.Length / batches)..(batch * known.Length / batches)];
        return own.Sum(one => one.Responses) is > 0 and var responses ? own.Sum(one => one.Used) / responses : null;
    }
}

/// <summary>What is known of a start as a whole.</summary>
/// <param name="Machine">The use of this machine.</param>
/// <param name="Target">The description of the targets; null if they are not monitored.</param>
/// <param name="Costs">What each variant cost.</param>
/// <param name="Usages">What each process used.</param>
/// <param name="AfterCooldown">For each variant, its metrics after the cool-down; empty without one.</param>
internal sealed record StartSummary(
    MachineUsage Machine,
    string? Target,
    IReadOnlyList<VariantCosts> Costs,
    IReadOnlyList<ResourceUsage> Usages,
    IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>> AfterCooldown)
{
    /// <summary>How long the target of each variant took until it listened.</summary>
    public IReadOnlyList<TimeSpan?> ReadyTimes { get; init; } = [];

    /// <summary>The length of the turns, in words.</summary>
    public string Turns { get; init; } = "";

    /// <summary>Whether all targets were warm before the first round; null without a warm-up.</summary>
    public bool? IsWarm { get; init; }
}
