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

    public void AddTrial(Trial trial, Measurement measurement)
    {
        _measurementsOfRound.Add(trial.VariantIndex, measurement);
        Volatile.Write(ref _trials, Trials.Add(trial));
        TrialEnded?.Invoke(trial);
    }

    public void EndWarmup(TimeSpan duration) => Volatile.Write(ref _warmups, [.. Warmups, duration]);

    /// <summary>Ends the current round, which releases the memory of its measurements.</summary>
    public void EndRound(int round)
    {
        lock (_gate)
            Rounds.Add(round, Trials, [.. _measurementsOfRound.Values]);
        _measurementsOfRound.Clear();
        RoundEnded?.Invoke(round);
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

    public int Count { get; private set; }
    public IReadOnlyList<Trial> Trials { get; private set; } = [];

    public IReadOnlyList<Measurement> Totals => _totals;

    public Measurement GetTotal(int variantIndex) =>
        _totals.ElementAtOrDefault(variantIndex) ?? new Measurement(TimeProvider.System);

    public void Add(int round, IReadOnlyList<Trial> trials, IReadOnlyList<Measurement> measurements)
    {
        (Count, Trials) = (round, trials);
        for (var variant = 0; variant < measurements.Count; variant++)
        {
            if (variant == _totals.Count)
            {
                var kinds = Math.Max(1, measurements[variant].CountersByKind.Count);
                _totals.Add(new Measurement(TimeProvider.System, null, kinds));
            }

            _totals[variant].Add(measurements[variant]);
        }
    }
}
