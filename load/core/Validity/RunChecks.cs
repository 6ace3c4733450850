namespace TwoTier.Load.Validity;

internal sealed record RunLimits(double MinSentShare, TimeSpan MaxScheduleDelay, double MaxErrorShare)
{
    /// <summary>Null if other programs may use all of the CPU.</summary>
    public double? MaxOtherCpuShare { get; init; }

    public static RunLimits Default { get; } = new(0.99, TimeSpan.FromMilliseconds(1), 0.001);
}

internal static class RunChecks
{
    public static ValidityCheck CheckErrors(RequestCounters counters, double maxShare) => ValidityCheck.Require(
        counters.Requests > 0 && counters.Errors <= maxShare * counters.Requests,
        "errors", "Errors",
        $"{FormatCount(counters.Errors)} of {FormatCount(counters.Requests)}"
            + (counters.CheckFailures > 0 ? $", check failed {FormatCount(counters.CheckFailures)}" : ""),
        $"{maxShare * 100:0.###} %",
        "look at the responses of the target: load dry-run URL; if errors are expected, --limit errors=1% allows "
            + "more");
}
