namespace TwoTier.Load.Experiment;

/// <summary>
/// How long the turns of each variant last, and in which rounds it takes part. Turns are short, because the speed of a
/// machine wanders, and what is compared must be close in time; and they are long enough for ten responses.
/// </summary>
internal sealed class TurnLengths(IReadOnlyList<TimeSpan> lengths)
{
    public static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(20);
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    // Connections begin a turn together, so that their responses come in waves at first.
    private const int Responses = 10;

    private readonly int[] _periods = [.. lengths.Select(length => (int)Math.Ceiling(length / lengths.Min() - 0.5))];

    public IReadOnlyList<TimeSpan> Lengths { get; } = lengths;

    /// <summary>The number of rounds in which each variant takes part at least once.</summary>
    public int Period => _periods.Max();

    public static TurnLengths Create(TimeSpan length, int variants) => new([.. Enumerable.Repeat(length, variants)]);

    public static TurnLengths Create(IEnumerable<TimeSpan> responseTimes) => new([.. responseTimes.Select(GetLength)]);

    /// <summary>Gets the length of ten responses on each connection, from 20 ms to a second.</summary>
    public static TimeSpan GetLength(TimeSpan responseTime) => TimeSpan.FromTicks(
        Math.Clamp(Responses * responseTime.Ticks, Shortest.Ticks, Longest.Ticks));

    /// <summary>
    /// Whether a variant takes part in a round, from 1. One with long turns leaves rounds out, so that none is measured
    /// for twice as long as another.
    /// </summary>
    public bool TakesPart(int variant, int round) => (round - 1) % _periods[variant] == 0;

    /// <summary>Describes the lengths, such as "0.02 s to 0.18 s".</summary>
    public string Describe()
    {
        var (least, most) = (Lengths.Min().TotalSeconds, Lengths.Max().TotalSeconds);
        return least == most ? FormatSeconds(least) : $"{FormatSeconds(least)} to {FormatSeconds(most)}";
    }
}
