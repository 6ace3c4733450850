namespace TwoTier.Load.Validity;

/// <summary>The limits beyond which a result is invalid.</summary>
internal sealed record RunLimits(
    double MinSentShare, TimeSpan MaxScheduleDelay, double MaxErrorShare, double MaxOtherCpuShare)
{
    /// <summary>
    /// The kinds of error, by status or by transport error, that the run is meant to show. Other errors count as usual.
    /// </summary>
    public IReadOnlyList<string> ExpectedErrors { get; init; } = [];

    public static RunLimits Default { get; } = new(0.99, TimeSpan.FromMilliseconds(1), 0.001, 0.05);
}
