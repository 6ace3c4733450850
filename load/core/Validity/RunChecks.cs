namespace TwoTier.Load.Validity;

internal sealed record RunLimits(double MinSentShare, TimeSpan MaxScheduleDelay, double MaxErrorShare)
{
    /// <summary>Null if other programs may use all of the CPU.</summary>
    public double? MaxOtherCpuShare { get; init; }

    /// <summary>The kinds of error, by status or transport error, that the run is meant to show.</summary>
    public IReadOnlyList<string> ExpectedErrors { get; init; } = [];

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

    /// <summary>Checks the errors of a run, some kinds of which may be what the run is meant to show.</summary>
    public static ValidityCheck CheckErrors(RequestCounters counters, RunLimits limits)
    {
        var expected = counters.GetFailures().Where(failure => limits.ExpectedErrors.Contains(failure.Kind)).ToArray();
        var others = counters.Errors - expected.Sum(failure => failure.Count);
        if (limits.ExpectedErrors.Count == 0 || others > limits.MaxErrorShare * counters.Requests)
            return CheckErrors(counters, limits.MaxErrorShare);
        var kinds = string.Join(", ", expected.Select(failure => $"{FormatCount(failure.Count)} × {failure.Kind}"));
        return ValidityCheck.Require(
            expected.Length > 0, ValidityCheck.ExpectedErrorsId, "Errors that the run is meant to show",
            $"{(expected.Length == 0 ? "none" : kinds)} in {FormatCount(counters.Requests)} requests",
            string.Join(", ", limits.ExpectedErrors),
            "raise the load until the target fails, or leave out --limit errors=…");
    }
}
