namespace TwoTier.Load.Validity;

/// <summary>The limits beyond which a result is INVALID.</summary>
internal sealed record RunLimits(TimeSpan MaxScheduleDelay, double MaxErrorShare)
{
    public static RunLimits Default { get; } = new(TimeSpan.FromMilliseconds(1), 0.001);

    public RunLimits With(string text) => text.Split('=', 2) switch
    {
        ["errors", var share] => this with { MaxErrorShare = Number.ParseShare(share) },
        ["lateness", var delay] => this with { MaxScheduleDelay = Duration.Parse(delay, TimeSpan.Zero) },
        _ => throw ParseException.CreateForUnexpectedText(text, "errors or lateness, = and a value", "errors=1%"),
    };
}

internal static class RunChecks
{
    public static ValidityCheck CheckErrors(RequestCounters counters, double maxShare) => ValidityCheck.Require(
        counters.Requests > 0 && counters.Errors <= maxShare * counters.Requests,
        "errors", "Errors",
        $"{FormatCount(counters.Errors)} of {FormatCount(counters.Requests)}"
            + (counters.CheckFailures > 0 ? $", check failed {FormatCount(counters.CheckFailures)}" : ""),
        $"{maxShare * 100:0.###} %",
        "look at the responses of the target; if errors are expected, --limit errors=1% allows more");
}
