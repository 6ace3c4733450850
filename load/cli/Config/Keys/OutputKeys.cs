namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>
/// The options that define what is written, shown and served. They exist only on the command line, not in scenario
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

    public static readonly OptionKey<string> Metrics = new(
        "metrics",
        "Serve the tool's own Prometheus /metrics at this address during the run, such as http://127.0.0.1:9464; "
        + "dashboards can use them to mark what was sent and when.",
        ListeningAddress.Parse)
    { ValueName = "url" };

    public static readonly OptionKey<string> Trace = new(
        "trace",
        "Trace each measured request, and show the slowest ones with the spans that the services export to this "
        + "address, or to http://127.0.0.1:4318 if none is given, by the OpenTelemetry protocol (http/protobuf).",
        ListeningAddress.Parse)
    { ValueName = "url", ImplicitValue = "http://127.0.0.1:4318" };

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

    public static readonly OptionKey<bool> ForceComparison = new(
        "force", "Compare with the result of --against even if its conditions differ.", Parsers.ParseBoolean)
    {
        IsSwitch = true,
    };

    public static readonly IReadOnlyList<OptionKey> CommonKeys =
        [Folder, Summary, RepeatCommand, Metrics, Big, .. LiveKeys.All];

    public static readonly IReadOnlyList<OptionKey> CompareCommandKeys =
        [.. CommonKeys, EarlierResultPath, ForceComparison];

    public static readonly IReadOnlyList<OptionKey> CapacityCommandKeys = [Folder, RepeatCommand, HgrmPath];

    public static readonly IReadOnlyList<OptionKey> RunCommandKeys = [.. CommonKeys, HgrmPath, Log, Trace];
}
