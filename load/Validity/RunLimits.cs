namespace Load.Validity;

/// <summary>The limits beyond which a result is invalid.</summary>
/// <param name="MinSentShare">
/// The minimum share of the due requests of an open loop that must be sent, from 0 to 1.
/// </param>
/// <param name="MaxScheduleDelay">The maximum 99th percentile of the schedule delay of an open loop.</param>
/// <param name="MaxErrorShare">The maximum share of the requests that may fail, from 0 to 1.</param>
/// <param name="MaxOtherCpuShare">
/// The maximum share of the machine's CPU that processes other than the load tool and the target may use, from 0 to 1.
/// </param>
internal sealed record RunLimits(
    double MinSentShare, TimeSpan MaxScheduleDelay, double MaxErrorShare, double MaxOtherCpuShare)
{
    /// <summary>
    /// The kinds of error, by status or by transport error, that the run is meant to show. Other errors count as usual.
    /// </summary>
    public IReadOnlyList<string> ExpectedErrors { get; init; } = [];

    public static RunLimits Default { get; } = new(0.99, TimeSpan.FromMilliseconds(1), 0.001, 0.05);
}
