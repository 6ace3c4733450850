using System.Globalization;

namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>The options that apply to a run as a whole.</summary>
internal static class RunKeys
{
    public static readonly OptionKey<string> Name = new(
        "name",
        "Name of the run and of its result files. [default: the name of the scenario file]",
        Parsers.ParseFileName);

    public static readonly OptionKey<int> Seed = new(
        "seed",
        "Seed of random values and of the order of rounds: the same seed repeats both.",
        Parsers.IntegerParser(0, int.MaxValue))
    { ValueName = "n", Default = "2014" };

    public static readonly OptionKey<SequencePart> PartOfSequence = new(
        "part",
        "One of several load tools that run at the same time, such as 2/3: each sends other parameter values. "
        + "load merge adds up the results.",
        SequencePart.Parse)
    { ValueName = "n/count" };

    public static readonly OptionKey<Duration> Timeout = new(
        "timeout",
        "Time limit for one request, including its response body.",
        Parsers.DurationParser(TimeSpan.FromMilliseconds(1)))
    { ValueName = "time", Default = "30s" };

    public static readonly OptionKey<bool> IncludeFailures = new(
        "include-failures",
        "Include requests without a complete response (timeout, reset, …) in the latencies, until the error.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<Duration> Warmup = new(
        "warmup", "Warm-up: how long to send requests that are not counted.", Parsers.DurationParser(TimeSpan.Zero))
    {
        ValueName = "time",
        Default = "2s",
    };

    public static readonly OptionKey<Threshold> Thresholds = new(
        "pass",
        "Threshold, such as 'p99 < 50ms', 'errors < 0.1%' or 'dropped = 0'; repeatable. Exit code 2 if one is not met.",
        Threshold.Parse)
    { ValueName = "threshold", IsRepeatable = true };

    public static readonly OptionKey<Share> MaxErrors = new(
        "max-errors", "The result is INVALID if more than this share of the requests failed.", Share.Parse)
    {
        ValueName = "share",
        Default = "0.1%",
    };

    public static readonly OptionKey<string[]> ExpectErrors = new(
        "expect-errors",
        "Errors that this run is meant to show, such as 502,timeout. Others are errors as ever, and the result is "
        + "INVALID if none came.",
        ParseErrorKinds)
    {
        ValueName = "kinds",
        IsCommaSeparated = true,
    };

    public static readonly OptionKey<Share> MaxOtherCpu = new(
        "max-other-cpu",
        "The result is INVALID if processes other than the tool and the target used more than this share of the machine's CPU.",
        Share.Parse)
    {
        ValueName = "share",
        Default = "5%",
    };

    public static readonly OptionKey<Share> MinSentShare = new(
        "min-sent",
        "Open loop: the result is INVALID if less than this share of the scheduled requests was sent.",
        Share.Parse)
    { ValueName = "share", Default = "99%" };

    public static readonly OptionKey<Duration> MaxLateness = new(
        "max-lateness",
        "The result is INVALID if the tool's own schedule delay is longer than this: its p99 in an open loop, or its "
        + "median in a burst whose p50 it changes by more than 20 %.",
        Parsers.DurationParser(TimeSpan.Zero))
    { ValueName = "time", Default = "1ms" };

    public static readonly IReadOnlyList<OptionKey> CommonKeys = [Name, Seed, Timeout];

    /// <summary>The options that set the limits beyond which a result is invalid.</summary>
    public static readonly IReadOnlyList<OptionKey> Limits = [MaxErrors, MinSentShare, MaxLateness, MaxOtherCpu];

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
