namespace TwoTier.Load.Results;

/// <summary>The goodput of a variant: successful responses per second.</summary>
/// <param name="Median">The median of the goodput over all rounds.</param>
/// <param name="Lo">
/// The lower end of the 95 % interval of the geometric mean, or null if there was only one round.
/// </param>
/// <param name="Hi">
/// The upper end of the 95 % interval of the geometric mean, or null if there was only one round.
/// </param>
/// <param name="Unit">The unit of the values.</param>
public sealed record Throughput(double Median, double? Lo, double? Hi, string Unit = "req/s")
{
    /// <summary>
    /// The time base of the values, in seconds, added up over all rounds: the mean time for which a connection was
    /// busy, from the start until its last response or, in an open loop, at least until the last request was due.
    /// </summary>
    public double? BusyS { get; init; }
}
