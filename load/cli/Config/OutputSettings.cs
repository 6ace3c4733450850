namespace TwoTier.Load.Cli.Config;

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
    public const string EventAddress = "http://127.0.0.1:5200";
    private const string RecordingExtension = ".ndjson";

    [Option(
        "Folder for the result files. With -, standard output gets the result, as one line of JSON, and standard error "
        + "what it gets otherwise.",
        CommandSet.Measuring | CommandSet.Stage | CommandSet.Ab, ValueName = "folder", Default = "results", IsOften = true)]
    public string Out { get; init; } = "";

    [Option(
        "Write one line per measured request to this file, with tabs between the values.",
        CommandSet.Run, Aliases = ["-l"], ValueName = "path", Parser = nameof(ParseFilePath))]
    public string? Log { get; init; }

    [Option(
        "Command that the report shows for repeating the run. [default: the command line]",
        CommandSet.Measuring | CommandSet.Stage, ValueName = "text")]
    public string? RepeatCommand { get; init; }

    [Option(
        $"Serve the events of the run, for show, and Prometheus /metrics at this address, or at {EventAddress} if none "
        + "is given. On loopback, whoever has the token that is printed can add notes and stop the run. A file with the "
        + "name *.ndjson gets the events as one JSON object per line; show plays it. Repeatable.",
        CommandSet.Measuring | CommandSet.Stage,
        ValueName = "url", ImplicitValue = EventAddress, Parser = nameof(ParseEvents))]
    public IReadOnlyList<string> Events { get; init; } = [];

    public string? EventUrl => Events.LastOrDefault(one => !IsRecording(one));

    public string? Recording => Events.LastOrDefault(IsRecording);

    public bool CanBeWritten(ToolContext context)
    {
        return (context.Results is not null || context.CanWriteTo(Out)) && CanWriteBeside(Recording, "--events");

        bool CanWriteBeside(string? path, string option) =>
            path is null || context.CanWriteTo(Path.GetDirectoryName(Path.GetFullPath(path))!, option);
    }

    private static bool IsRecording(string text) => text.EndsWith(RecordingExtension, StringComparison.Ordinal);

    private static string ParseEvents(string text) =>
        IsRecording(text) ? ParseFilePath(text) : ListeningAddress.Parse(text);

    private static string ParseFilePath(string text) =>
        text.Length > 0 && Path.GetFileName(text).Length > 0 && !Directory.Exists(text)
            ? text
            : throw ParseException.CreateForUnexpectedText(text, "the path of a file");
}
