namespace TwoTier.Load.Experiment;

/// <summary>The progress of a comparison, which the terminal and the events show.</summary>
internal sealed class ComparisonProgress : RunProgress
{
    private readonly RoundTotals _totals = new();
    private Trial[] _trials = [];
    private TimeSpan[] _warmups = [];
    private CompleteRounds _rounds = CompleteRounds.None;

    /// <summary>The trials that have ended, both in complete rounds and in the current round.</summary>
    public Trial[] Trials => Volatile.Read(ref _trials);

    /// <summary>The durations of the warm-ups that have ended, in the order of the plan's variants.</summary>
    public TimeSpan[] Warmups => Volatile.Read(ref _warmups);

    public event Action<Trial>? TrialEnded;

    public event Action<int>? RoundEnded;

    /// <summary>The measured values of the complete rounds.</summary>
    public CompleteRounds Rounds => Volatile.Read(ref _rounds);

    /// <summary>Adds a trial that has ended.</summary>
    public void AddTrial(Trial trial, Measurement measurement)
    {
        _totals.Add(trial.VariantIndex, measurement);
        Volatile.Write(ref _trials, [.. Trials, trial]);
        TrialEnded?.Invoke(trial);
    }

    public void EndWarmup(TimeSpan duration) => Volatile.Write(ref _warmups, [.. Warmups, duration]);

    public void EndRound(int round)
    {
        _totals.EndRound();
        Volatile.Write(ref _rounds, new CompleteRounds(Trials, _totals.Totals, _totals.Latencies));
        RoundEnded?.Invoke(round);
    }
}
