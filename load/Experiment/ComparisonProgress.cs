using Load.Engine;

namespace Load.Experiment;

/// <summary>What a comparison is at.</summary>
internal sealed class ComparisonProgress : RunProgress
{
    private Trial[] _trials = [];
    private TimeSpan[] _warmups = [];

    /// <summary>Of complete rounds and of the current one.</summary>
    public Trial[] Trials => Volatile.Read(ref _trials);

    /// <summary>How long each variant was warmed up before the first round, in the plan's order, as far as it got.</summary>
    public TimeSpan[] Warmups => Volatile.Read(ref _warmups);

    public event Action<Trial>? TrialEnded;

    public event Action<int>? RoundEnded;

    public void AddTrial(Trial trial)
    {
        Volatile.Write(ref _trials, [.. Trials, trial]);
        TrialEnded?.Invoke(trial);
    }

    public void EndWarmup(TimeSpan length) => Volatile.Write(ref _warmups, [.. Warmups, length]);

    public void EndRound(int round) => RoundEnded?.Invoke(round);
}
