namespace TwoTier.Load.Cli.Config;

/// <summary>The options that apply to a run as a whole.</summary>
internal sealed record RunSettings : Settings
{
    private const int MaxNameLength = 100;

    [Option(
        "Name of the run and of its result files. [default: the name of the scenario file]",
        CommandSet.Measuring | CommandSet.Stage | CommandSet.Ab, Parser = nameof(ParseFileName), IsOften = true)]
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
    public const string EventAddress = "http://127.0.0.1:5200";
    private const string DistributionExtension = ".hgrm";

    [Option(
        "Folder for the result files.",
        CommandSet.Measuring | CommandSet.Stage | CommandSet.Ab, ValueName = "folder", Default = "results", IsOften = true)]
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
        "Send each measured request with a trace context (traceparent), and name the slowest ones with their trace "
        + "ids; show --trace draws their spans.",
        CommandSet.Run)]
    public bool Trace { get; init; }

    [Option(
        $"Serve the events of the run, for show, and Prometheus /metrics at this address, or at {EventAddress} if none "
        + "is given. On loopback, whoever has the token that is printed can add notes and stop the run.",
        CommandSet.Measuring | CommandSet.Stage,
        ValueName = "url", ImplicitValue = EventAddress, Parser = nameof(ParseAddress))]
    public string? Events { get; init; }

    [Option(
        "Write the events of the run to this file, as one JSON object per line; show plays it.",
        CommandSet.Measuring, ValueName = "path", Parser = nameof(ParseFilePath))]
    public string? Record { get; init; }

    /// <summary>The file for a line per request; null for none.</summary>
    public string? RequestLog => Log.LastOrDefault(path => !IsDistribution(path));

    /// <summary>The file for the latency distribution; null for none.</summary>
    public string? Distribution => Log.LastOrDefault(IsDistribution);

    /// <summary>Checks that the result files can be written. If not, prints the reason.</summary>
    public bool CanBeWritten(ToolContext context)
    {
        return context.CanWriteTo(Out) && CanWriteBeside(Distribution, "--log") && CanWriteBeside(Record, "--record");

        bool CanWriteBeside(string? path, string option) =>
            path is null || context.CanWriteTo(Path.GetDirectoryName(Path.GetFullPath(path))!, option);
    }

    private static bool IsDistribution(string path) => path.EndsWith(DistributionExtension, StringComparison.Ordinal);

    private static string ParseAddress(string text) => ListeningAddress.Parse(text);

    private static string ParseFilePath(string text) =>
        text.Length > 0 && Path.GetFileName(text).Length > 0 && !Directory.Exists(text)
            ? text
            : throw ParseException.CreateForUnexpectedText(text, "the path of a file");
}
