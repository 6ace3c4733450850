namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>
/// The options that define what is written and served. They exist only on the command line, not in scenario
/// files.
/// </summary>
internal static class OutputKeys
{
    public static readonly OptionKey<string> Folder = new("out", "Folder for the result files.", Parsers.ParseText)
    {
        ValueName = "folder",
        Default = "results",
    };

    public static readonly OptionKey<string> RepeatCommand = new(
        "repeat-command",
        "Command that the report shows for repeating the run. [default: the command line]",
        Parsers.ParseText)
    { ValueName = "text" };

    public static readonly OptionKey<string> HgrmPath = new(
        "hgrm", "Also write the latency distribution to this file, for HdrHistogram's plotters.", Parsers.ParseFilePath)
    {
        ValueName = "path",
    };

    public static readonly OptionKey<string> Log = new(
        "log", "Write one line per measured request to this file, with tabs between the values.", Parsers.ParseFilePath)
    {
        Alias = "-l",
        ValueName = "path",
    };

    public static readonly OptionKey<bool> Trace = new(
        "trace",
        "Send each measured request with a trace context (traceparent), and name the slowest ones with their trace ids; "
        + "show --trace draws their spans.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<string> Summary = new(
        "summary",
        "Append the result as Markdown to this file, such as $GITHUB_STEP_SUMMARY of GitHub Actions.",
        Parsers.ParseFilePath)
    { ValueName = "path" };

    public static readonly OptionKey<bool> Big = new(
        "big",
        "Print the finding and a table of four columns only, for a room; the files have the rest.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<bool> Headers = new("headers", "Also show the headers.", Parsers.ParseBoolean)
    {
        IsSwitch = true,
    };

    public static readonly OptionKey<bool> ShowFullBodies = new(
        "full", "Show whole bodies, not only their first 10 lines.", Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<string> EarlierResultPath = new(
        "against",
        "Result file of an earlier comparison to compare this one with. Results with other conditions are rejected.",
        Parsers.ParseText)
    { ValueName = "path" };

    public static readonly OptionKey<string> HistoryFolder = new(
        "against-history",
        "Folder of earlier results: the ratios are compared with those since their last change, in the results of the "
        + "same scenario on the same machine. A change gives exit code 2. See load history.",
        Parsers.ParseText)
    { ValueName = "folder" };

    public static readonly OptionKey<bool> ForceComparison = new(
        "force", "Compare with the result of --against even if its conditions differ.", Parsers.ParseBoolean)
    {
        IsSwitch = true,
    };

    public static readonly IReadOnlyList<OptionKey> CommonKeys =
        [Folder, Summary, RepeatCommand, Big, EventKeys.Address, EventKeys.Recording];

    public static readonly IReadOnlyList<OptionKey> CompareCommandKeys =
        [.. CommonKeys, EarlierResultPath, HistoryFolder, ForceComparison];

    public static readonly IReadOnlyList<OptionKey> CapacityCommandKeys =
        [Folder, RepeatCommand, HgrmPath, EventKeys.Address, EventKeys.Recording];

    public static readonly IReadOnlyList<OptionKey> RunCommandKeys = [.. CommonKeys, HgrmPath, Log, Trace];
}
