namespace TwoTier.Load.Cli.Config;

internal sealed record RunSettings : Settings
{
    private const int MaxNameLength = 100;

    [Option(
        "Name of the run and of its result files. [default: the name of the scenario file]",
        CommandSet.Measuring | CommandSet.Steered | CommandSet.Ab, Parser = nameof(ParseFileName), IsOften = true)]
    public string? Name { get; init; }

    [Option(
        "Seed of random values and of the order of rounds: the same seed repeats both.",
        CommandSet.Sending, ValueName = "n", Default = "2014")]
    public int Seed { get; init; }

    [Option(
        "Which of several load tools this one is, such as 2/3; all run at the same time, and each sends different "
        + "parameter values. load merge adds up the results.",
        CommandSet.Run, ValueName = "n/count")]
    public SequencePart? Part { get; init; }

    private static string ParseFileName(string text) =>
        text.Length is > 0 and <= MaxNameLength && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.')
            ? text
            : throw ParseException.CreateForUnexpectedText(
                text, $"up to {MaxNameLength} letters, digits, '-', '_' or '.', because files get this name");
}

internal sealed record OutputSettings : Settings
{
    /// <summary>The place of results or events that stands for standard output.</summary>
    public const string StandardOutput = "-";

    [Option(
        "Folder for the result files. With -, standard output gets the result, as one line of JSON, and standard error "
        + "what it gets otherwise.",
        CommandSet.Measuring | CommandSet.Steered | CommandSet.Ab,
        ValueName = "folder", Default = "results", IsOften = true)]
    public string Out { get; init; } = "";

    [Option(
        "Write one line per measured request to this file, with tabs between the values.",
        CommandSet.Run, Aliases = ["-l"], ValueName = "path", Parser = nameof(ParseFilePath))]
    public string? Log { get; init; }

    [Option(
        "Command that the report shows for repeating the run. [default: the command line]",
        CommandSet.Measuring | CommandSet.Steered, ValueName = "text")]
    public string? RepeatCommand { get; init; }

    [Option(
        "Write the events of the run to this file, one JSON object per line; show follows it, or plays it later. With "
        + "-, they go to standard output, and all else to standard error.",
        CommandSet.Measuring | CommandSet.Steered, ValueName = "path", Parser = nameof(ParseFilePath))]
    public string? Events { get; init; }

    [Option(
        "Serve the tool's own metrics to Prometheus, at /metrics of this port: to this machine only, unless the tool "
        + "runs in a container.",
        CommandSet.Measuring | CommandSet.Steered, ValueName = "port", Min = 1, Max = ushort.MaxValue)]
    public int? Metrics { get; init; }

    [Option(
        "Send load that does not end, to one variant at a time, and measure nothing. The variants are those of --vary, as "
        + "in load compare. Lines of standard input change it: "
        + "{\"variant\": \"b\"}, {\"connections\": 20}, {\"again\": true} for new counts, {\"stop\": true}. "
        + "{\"proof\": true} compares the variant with the baseline, in rounds, and writes the result. show sends these "
        + "lines for the keys of its page.",
        CommandSet.Run | CommandSet.Steered)]
    public bool Steer { get; init; }

    /// <summary>Gets the context of a run that has these places for its results and events.</summary>
    public ToolContext Adapt(ToolContext context) =>
        Out is StandardOutput || Events is StandardOutput ? context.WithoutOutput() : context;

    public bool CanBeWritten(ToolContext context)
    {
        if (Out is StandardOutput && Events is StandardOutput)
        {
            context.Error.WriteLine("--events: error: standard output gets the result already. Try --out results");
            return false;
        }

        return (Out is StandardOutput || context.CanWriteTo(Out))
            && (Events is null or StandardOutput
                || context.CanWriteTo(Path.GetDirectoryName(Path.GetFullPath(Events))!, "--events"));
    }

    private static string ParseFilePath(string text) =>
        text.Length > 0 && Path.GetFileName(text).Length > 0 && !Directory.Exists(text)
            ? text
            : throw ParseException.CreateForUnexpectedText(text, "the path of a file");
}
