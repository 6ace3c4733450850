namespace TwoTier.Load.Cli.Config;

/// <summary>The options that apply to a run as a whole.</summary>
internal sealed record RunSettings : Settings
{
    private const int MaxNameLength = 100;

    [Option(
        "Name of the run and of its result files. [default: the name of the scenario file]",
        CommandSet.Measuring | CommandSet.Stage, Parser = nameof(ParseFileName), IsOften = true)]
    public string? Name { get; init; }

    [Option(
        "Seed of random values and of the order of rounds: the same seed repeats both.",
        CommandSet.Sending, ValueName = "n", Default = "2014")]
    public int Seed { get; init; }

    [Option(
        "One of several load tools that run at the same time, such as 2/3: each sends other parameter values. "
        + "load merge adds up the results.",
        CommandSet.Run, ValueName = "n/count")]
    public SequencePart? Part { get; init; }

    private static string ParseFileName(string text) =>
        text.Length is > 0 and <= MaxNameLength && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
            ? text
            : throw ParseException.CreateForUnexpectedText(
                text, $"up to {MaxNameLength} letters, digits, '-', '_' or '.', because files get this name");
}

/// <summary>
/// The options that define what is written, shown and served. They exist only on the command line, not in scenario
/// files.
/// </summary>
internal sealed record OutputSettings : Settings
{
    private const string DistributionExtension = ".hgrm";

    [Option(
        "Folder for the result files.",
        CommandSet.Measuring | CommandSet.Stage, ValueName = "folder", Default = "results", IsOften = true)]
    public string Out { get; init; } = "";

    [Option(
        "Write one line per measured request to this file, with tabs between the values. A file with the name *.hgrm "
        + "gets the latency distribution, for HdrHistogram's plotters. Repeatable.",
        CommandSet.Run, Aliases = ["-l"], ValueName = "path", Parser = nameof(ParseFilePath))]
    public IReadOnlyList<string> Log { get; init; } = [];

    [Option(
        "Command that the report shows for repeating the run. [default: the command line]",
        CommandSet.Measuring | CommandSet.Stage, ValueName = "text")]
    public string? RepeatCommand { get; init; }

    [Option("Show the headers, and whole bodies, not only their first 10 lines.", CommandSet.DryRun, IsOften = true)]
    public bool Full { get; init; }

    [Option(
        "Serve the tool's own Prometheus /metrics at this address during the run, such as http://127.0.0.1:9464; "
        + "dashboards can use them to mark what was sent and when.",
        CommandSet.Run | CommandSet.Compare, ValueName = "url", Parser = nameof(ParseAddress))]
    public string? Metrics { get; init; }

    [Option(
        "Trace each measured request, and show the slowest ones with the spans that the services export to this "
        + "address, or to http://127.0.0.1:4318 if none is given, by the OpenTelemetry protocol (http/protobuf).",
        CommandSet.Run, ValueName = "url", ImplicitValue = "http://127.0.0.1:4318", Parser = nameof(ParseAddress))]
    public string? Trace { get; init; }

    /// <summary>The live page; null if none is served.</summary>
    public LiveOptions? Serve { get; set; }

    /// <summary>The file for a line per request; null for none.</summary>
    public string? RequestLog => Log.LastOrDefault(path => !IsDistribution(path));

    /// <summary>The file for the latency distribution; null for none.</summary>
    public string? Distribution => Log.LastOrDefault(IsDistribution);

    /// <summary>Checks that the result files can be written. If not, prints the reason.</summary>
    public bool CanBeWritten(ToolContext context) => context.CanWriteTo(Out)
        && (Distribution is null
            || context.CanWriteTo(Path.GetDirectoryName(Path.GetFullPath(Distribution))!, "--log"));

    private static bool IsDistribution(string path) => path.EndsWith(DistributionExtension, StringComparison.Ordinal);

    private static string ParseAddress(string text) => ListeningAddress.Parse(text);

    private static string ParseFilePath(string text) =>
        text.Length > 0 && Path.GetFileName(text).Length > 0 && !Directory.Exists(text)
            ? text
            : throw ParseException.CreateForUnexpectedText(text, "the path of a file");
}
