using Load.Recording;

namespace Load.Comparing;

/// <summary>What a comparison is at: written by it, read by whoever shows it.</summary>
internal sealed class ComparisonProgress
{
    private volatile Now _now = new(false, 0, null, null);
    private Slice[] _slices = [];
    private TimeSpan[] _warmups = [];

    public Now Now => _now;

    /// <summary>Of complete rounds and of the current one.</summary>
    public Slice[] Slices => Volatile.Read(ref _slices);

    /// <summary>How long each variant was warmed up before the first round, in the plan's order, as far as it got.</summary>
    public TimeSpan[] Warmups => Volatile.Read(ref _warmups);

    public event Action<int>? RoundDone;

    public void Enter(bool isMeasured, int round, Variant? variant, Recorder? recorder) =>
        _now = new Now(isMeasured, round, variant, recorder);

    public void Add(Slice slice) => Volatile.Write(ref _slices, [.. Slices, slice]);

    public void EndWarmup(TimeSpan length) => Volatile.Write(ref _warmups, [.. Warmups, length]);

    public void EndRound(int round) => RoundDone?.Invoke(round);
}

/// <summary>The stretch of load that is under way.</summary>
/// <param name="IsMeasured">Else it is a warm-up.</param>
/// <param name="Round">From 1; 0 before the first.</param>
/// <param name="Variant">Whose turn it is.</param>
/// <param name="Recorder">What it has done so far in this phase.</param>
internal sealed record Now(bool IsMeasured, int Round, Variant? Variant, Recorder? Recorder);
