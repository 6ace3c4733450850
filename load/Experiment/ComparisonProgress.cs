using Load.Engine;

namespace Load.Experiment;

/// <summary>What a comparison is at.</summary>
internal sealed class ComparisonProgress : RunProgress
{
    private Trial[] _slices = [];
    private TimeSpan[] _warmups = [];

    /// <summary>Of complete rounds and of the current one.</summary>
    public Trial[] Trials => Volatile.Read(ref _slices);

    /// <summary>How long each variant was warmed up before the first round, in the plan's order, as far as it got.</summary>
    public TimeSpan[] Warmups => Volatile.Read(ref _warmups);

    public event Action<Trial>? SliceDone;

    public event Action<int>? RoundDone;

    public void Add(Trial slice)
    {
        Volatile.Write(ref _slices, [.. Trials, slice]);
        SliceDone?.Invoke(slice);
    }

    public void EndWarmup(TimeSpan length) => Volatile.Write(ref _warmups, [.. Warmups, length]);

    public void EndRound(int round) => RoundDone?.Invoke(round);
}
