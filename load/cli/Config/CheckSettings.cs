using System.Globalization;

namespace TwoTier.Load.Cli.Config;

/// <summary>The options that decide whether a result is good, and whether it is valid.</summary>
internal sealed record CheckSettings : Settings
{
    [Option(
        "Threshold such as 'p99 < 50ms'; exit code 2 if not met. Repeatable; also 'errors < 0.1%' or 'dropped = 0'. "
        + "Of a capacity search: the objectives that the target has to meet.",
        CommandSet.Measuring, ValueName = "threshold", IsCommaSeparated = true, IsOften = true)]
    public IReadOnlyList<Threshold> Pass { get; init; } = [];

    [Option(
        "Limit beyond which the result is INVALID; repeatable: errors=0.1% of the requests failed; other-cpu=5% of the "
        + "machine's CPU was used by processes other than the tool and the target; in an open loop, sent=99% of the "
        + "scheduled requests; lateness=1ms, the tool's own schedule delay: its p99 in an open loop, or its median in "
        + "a burst whose p50 it changes by more than 20 %. And backlog=10000: of the requests of an open loop, at most "
        + "this many wait for a connection; others are dropped, and counted.",
        CommandSet.Measuring | CommandSet.Stage | CommandSet.Ab, ValueName = "limit", NameSeparator = "=")]
    public IReadOnlyList<ChosenLimit> Limit { get; init; } = [];

    [Option(
        "Errors that this run is meant to show, such as 502,timeout. Others are errors as ever, and the result is "
        + "INVALID if none came.",
        CommandSet.Run, ValueName = "kinds", IsCommaSeparated = true, Parser = nameof(ParseErrorKinds))]
    public string[]? ExpectErrors { get; init; }

    /// <summary>The limits beyond which a result is invalid.</summary>
    public RunLimits Limits => RunLimits.Default with
    {
        MinSentShare = Find("sent") ?? RunLimits.Default.MinSentShare,
        MaxScheduleDelay = Find("lateness") is { } ms
            ? TimeSpan.FromMilliseconds(ms)
            : RunLimits.Default.MaxScheduleDelay,
        MaxErrorShare = Find("errors") ?? RunLimits.Default.MaxErrorShare,
        MaxOtherCpuShare = Find("other-cpu") ?? RunLimits.Default.MaxOtherCpuShare,
        ExpectedErrors = ExpectErrors ?? [],
    };

    /// <summary>How many requests of an open loop may wait for a connection.</summary>
    public int MaxBacklog => (int)(Find("backlog") ?? 10_000);

    private double? Find(string name) => Limit.LastOrDefault(one => one.Name == name)?.Value;

    private static string[] ParseErrorKinds(string text)
    {
        var kinds = text.Split(',', StringSplitOptions.TrimEntries);
        var errors = Enum.GetValues<TransportError>().Select(error => error.GetName());
        return kinds.All(kind => errors.Contains(kind) || IsStatus(kind))
            ? kinds
            : throw ParseException.CreateForUnexpectedText(text, "status codes or transport errors", "502,timeout");
    }

    private static bool IsStatus(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var status)
        && status is >= 200 and <= 599;
}

/// <summary>A limit: a share, a number of milliseconds, or a number of requests.</summary>
internal sealed record ChosenLimit(string Name, double Value)
{
    public static ChosenLimit Parse(string text)
    {
        var (name, value) = text.Split('=', 2) is [var before, var after] ? (before, after) : (text, "");
        return new ChosenLimit(name, name switch
        {
            "errors" or "other-cpu" or "sent" => Share.Parse(value).Value,
            "lateness" => Duration.Parse(value, TimeSpan.Zero).Value.TotalMilliseconds,
            "backlog" when int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var n) => n,
            _ => throw ParseException.CreateForUnexpectedText(
                text, "errors, other-cpu, sent, lateness or backlog, = and a value", "other-cpu=20%"),
        });
    }
}
