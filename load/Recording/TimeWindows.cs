namespace Load.Recording;

/// <summary>
/// Parts of a stretch of load, of equal length: the steps of a rate, or what shows whether anything drifts. A request
/// counts in the one in which it was due.
/// </summary>
/// <param name="length">Of each.</param>
/// <param name="rates">Requests per second that each asks for; null where none is asked for.</param>
internal sealed class TimeWindows(TimeSpan length, IReadOnlyList<double?> rates)
{
    private readonly Tally[] _tallies = [.. rates.Select(_ => new Tally())];

    public TimeSpan Length => length;

    public IReadOnlyList<double?> Rates => rates;

    /// <summary>What came of the requests of each.</summary>
    public IReadOnlyList<Tally> Tallies => _tallies;

    /// <param name="due">Since the start; what comes after the end counts in the last one.</param>
    public Tally At(TimeSpan due) => _tallies[(int)Math.Clamp(due / length, 0, _tallies.Length - 1)];
}
