namespace TwoTier.Load.Cli.Config;

internal sealed record CheckSettings : Settings
{
    [Option(
        "Threshold such as 'p99 < 50ms'; exit code 2 if not met. Others are 'errors < 0.1%' or 'dropped = 0'. "
        + "Repeatable.",
        CommandSet.Measuring, ValueName = "threshold", IsCommaSeparated = true, IsOften = true)]
    public IReadOnlyList<Threshold> Pass { get; init; } = [];

    [Option(
        "Limit beyond which the result is INVALID. Repeatable. errors=0.1% limits the share of failed requests; in "
        + "load run, errors=502,timeout means that the run is meant to show these errors, and some must occur. "
        + "other-cpu=5% limits the share of the machine's CPU that processes other than the tool and the target use, "
        + "which is only a note without the limit. In an open loop, sent=99% of the scheduled requests must be sent. "
        + "lateness=1ms limits the tool's own schedule delay: its p99 in an open loop, or its median in a burst whose "
        + "p50 it changes by more than 20 %. backlog=10000 is how many requests of an open loop wait for a connection "
        + "at most; others are dropped, and counted.",
        CommandSet.Measuring | CommandSet.Steered | CommandSet.Ab, ValueName = "limit", NameSeparator = "=")]
    public IReadOnlyList<ChosenLimit> Limit { get; init; } = [];

    public RunLimits Limits => RunLimits.Default with
    {
        MinSentShare = Find("sent") ?? RunLimits.Default.MinSentShare,
        MaxScheduleDelay = Find("lateness") is { } ms
            ? TimeSpan.FromMilliseconds(ms)
            : RunLimits.Default.MaxScheduleDelay,
        MaxErrorShare = Find("errors") ?? RunLimits.Default.MaxErrorShare,
        MaxOtherCpuShare = Find("other-cpu"),
        ExpectedErrors = ExpectedErrors,
    };

    public int MaxBacklog => (int)(Find("backlog") ?? 10_000);

    /// <summary>The errors that the run is meant to show. Others are errors as ever.</summary>
    public IReadOnlyList<string> ExpectedErrors => Limit.LastOrDefault(one => one.Kinds.Length > 0)?.Kinds ?? [];

    public void RejectExpectedErrors()
    {
        if (ExpectedErrors.Count > 0)
            AddError(nameof(Limit), "only load run can be meant to show errors", "errors=0.1%");
    }

    private double? Find(string name) => Limit.LastOrDefault(one => one.Name == name && one.Kinds.Length == 0)?.Value;
}

/// <summary>A limit: a share, a number of milliseconds, a number of requests, or kinds of errors.</summary>
internal sealed record ChosenLimit(string Name, double Value, params string[] Kinds)
{
    public static ChosenLimit Parse(string text)
    {
        var (name, value) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, "");
        var kinds = value.Split(',', StringSplitOptions.TrimEntries);
        if (name == "errors" && kinds.All(IsErrorKind))
            return new ChosenLimit(name, 0, kinds);
        return new ChosenLimit(name, name switch
        {
            "errors" or "other-cpu" or "sent" => Share.Parse(value),
            "lateness" => Duration.Parse(value, TimeSpan.Zero).Value.TotalMilliseconds,
            "backlog" when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var n) => n,
            _ => throw ParseException.CreateForUnexpectedText(
                text, "errors, other-cpu, sent, lateness or backlog, = and a value", "other-cpu=20%"),
        });
    }

    // A status code, or a transport error.
    private static bool IsErrorKind(string text) =>
        Enum.GetValues<TransportError>().Any(error => error.GetName() == text)
        || (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var status)
            && status is >= 200 and <= 599);
}
