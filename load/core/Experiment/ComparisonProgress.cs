using System.Collections.Immutable;

namespace TwoTier.Load.Experiment;

internal sealed class ComparisonProgress : RunProgress
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<int, Measurement> _measurementsOfRound = [];
    private ImmutableList<Trial> _trials = [];
    private TimeSpan[] _warmups = [];

    public ImmutableList<Trial> Trials => Volatile.Read(ref _trials);

    public IEnumerable<Trial> CurrentRound => Trials.Skip(Rounds.Trials.Count);

    public TimeSpan[] Warmups => Volatile.Read(ref _warmups);

    /// <summary>Threads other than the one that measures use <see cref="JudgeRounds"/>.</summary>
    public CompleteRounds Rounds { get; } = new();

    public event Action<Trial>? TrialEnded;

    public event Action<int>? RoundEnded;

    /// <summary>Raised when a start has ended whose targets were started for the comparison.</summary>
    public event Action? StartEnded;

    public void AddTrial(Trial trial, Measurement measurement)
    {
        _measurementsOfRound.Add(trial.VariantIndex, measurement);
        Volatile.Write(ref _trials, Trials.Add(trial));
        TrialEnded?.Invoke(trial);
    }

    public void EndWarmup(TimeSpan duration) => Volatile.Write(ref _warmups, [.. Warmups, duration]);

    /// <summary>Ends the current round, which releases the memory of its measurements.</summary>
    public void EndRound()
    {
        lock (_gate)
            Rounds.Add(Trials, [.. _measurementsOfRound.Values]);
        _measurementsOfRound.Clear();
        RoundEnded?.Invoke(Rounds.Count);
    }

    public void EndStart(StartSummary summary)
    {
        lock (_gate)
            Rounds.EndStart(summary);
        StartEnded?.Invoke();
    }

    public void DiscardRound()
    {
        Volatile.Write(ref _trials, [.. Rounds.Trials]);
        _measurementsOfRound.Clear();
    }

    /// <summary>Reads the complete rounds. A round that ends meanwhile waits to be added.</summary>
    public T JudgeRounds<T>(Func<CompleteRounds, T> judge)
    {
        lock (_gate)
            return judge(Rounds);
    }
}

internal sealed class CompleteRounds
{
    private readonly List<Measurement> _totals = [];
    private readonly List<Measurement> _totalsOfStart = [];
    private readonly List<StartSummary> _summaries = [];
    private readonly List<IReadOnlyList<LatencyHistogram>> _latencies = [];

    /// <summary>The number of complete rounds in all starts.</summary>
    public int Count { get; private set; }

    public int EndedStarts => _summaries.Count;
    public IReadOnlyList<Trial> Trials { get; private set; } = [];
    public IReadOnlyList<StartSummary> Summaries => _summaries;
    public StartSummary? LastStart => _summaries is [.., var last] ? last : null;

    /// <summary>The measurement of each measured variant in all rounds.</summary>
    public IReadOnlyList<Measurement> Totals => _totals;

    public Measurement GetTotal(int variantIndex) =>
        _totals.ElementAtOrDefault(variantIndex) ?? new Measurement(TimeProvider.System);

    public void Add(IReadOnlyList<Trial> trials, IReadOnlyList<Measurement> measurements)
    {
        (Count, Trials) = (Count + 1, trials);
        AddTo(_totals, measurements);
        AddTo(_totalsOfStart, measurements);
    }

    public void EndStart(StartSummary summary)
    {
        _summaries.Add(summary);
        _latencies.Add([.. _totalsOfStart.Select(total => total.Counters.Latency)]);
        _totalsOfStart.Clear();
    }

    /// <summary>Gets what the machine did in the trials of a start; null if it could not be read.</summary>
    public MachineCounters? GetMachine(int? start = null) => Trials
        .Where(trial => start is null || trial.Start == start)
        .Select(trial => trial.Machine)
        .DefaultIfEmpty()
        .Aggregate((sum, trial) => sum + trial);

    /// <summary>Describes each variant in the starts that have ended.</summary>
    public IReadOnlyList<VariantStart> DescribeStarts(ExperimentPlan plan) => [..
        from start in _summaries.Index()
        from variant in plan.Variants.Index()
        let latencies = plan.MeasuredVariants.Index()
            .Where(measured => plan.GetVariant(measured.Index).Name == variant.Item.Name)
            .Select(measured => _latencies[start.Index].ElementAtOrDefault(measured.Index))
        select new VariantStart(variant.Item.Name, start.Index + 1)
        {
            Latency = HistogramResult.Create(
                latencies.Aggregate(default(LatencyHistogram), LatencyHistogram.Combine) ?? new LatencyHistogram()),
            CpuS = Trials
                .Where(trial => trial.Start == start.Index + 1 && trial.VariantIndex == variant.Index)
                .Aggregate(
                    start.Item.CpuBetweenTurns.ElementAtOrDefault(variant.Index),
                    (sum, trial) => sum + trial.Target?.CpuSeconds),
            AllocatedBytes = start.Item.Counters.ElementAtOrDefault(variant.Index)?.AllocatedBytes,
        }];

    private static void AddTo(List<Measurement> totals, IReadOnlyList<Measurement> measurements)
    {
        for (var variant = 0; variant < measurements.Count; variant++)
        {
            if (variant == totals.Count)
            {
                var kinds = Math.Max(1, measurements[variant].CountersByKind.Count);
                totals.Add(new Measurement(TimeProvider.System, null, kinds));
            }

            totals[variant].Add(measurements[variant]);
        }
    }
}

/// <summary>What is known of a start as a whole.</summary>
/// <param name="Machine">The use of this machine.</param>
/// <param name="Target">The description of the targets; null if they are not monitored.</param>
/// <param name="Counters">The increase of further counters of each variant's target, where they are known.</param>
/// <param name="AfterCooldown">For each variant, its metrics after the cool-down; empty without one.</param>
internal sealed record StartSummary(
    MachineUsage Machine,
    string? Target,
    IReadOnlyList<ProcessMetrics?> Counters,
    IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>> AfterCooldown)
{
    /// <summary>
    /// The CPU time in seconds that each variant used between its turns; empty if they share a target.
    /// </summary>
    public IReadOnlyList<double?> CpuBetweenTurns { get; init; } = [];
}
