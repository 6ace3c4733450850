namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>
/// What a command that sends requests has to do: the values of a scenario file, in which options of the command line
/// have replaced the keys of the same name, and the requests that follow from them.
/// </summary>
internal sealed class Scenario(ParseResult parsed, ScenarioFile? file, OptionValues values)
{
    private ScenarioRequests? _requests;
    private ClientOptions? _client;

    public ScenarioFile? File => file;
    public OptionValues Values => values;
    public RequestSettings Request { get; } = values.Bind<RequestSettings>();
    public ConnectionSettings Connection { get; } = values.Bind<ConnectionSettings>();
    public LoadSettings Load { get; } = values.Bind<LoadSettings>();
    public ComparisonSettings Comparison { get; } = values.Bind<ComparisonSettings>();
    public AbSettings Ab { get; } = values.Bind<AbSettings>();
    public MonitorSettings Monitor { get; } = values.Bind<MonitorSettings>();
    public CheckSettings Checks { get; } = values.Bind<CheckSettings>();
    public RunSettings Run { get; } = values.Bind<RunSettings>();
    public OutputSettings Output { get; } = values.Bind<OutputSettings>();

    public ClientOptions Client => _client ??= Connection.ReadClientOptions();

    public ScenarioRequests Requests => _requests ??= new RequestReader(this).Read();

    public IReadOnlyList<MonitoredProcess> ReadProcesses() =>
        Monitor.Read([.. Requests.Kinds.Select(kind => kind.Parts)]);

    public static Scenario Read(
        ParseResult parsed,
        ScenarioFile? file,
        IReadOnlyDictionary<string, ConfigNode> options,
        DiagnosticList diagnostics)
    {
        var nodes = new Dictionary<string, ConfigNode>(options);
        var inFile = file is null ? [] : OptionValues.GetNodes(file.Root, OptionCatalog.ScenarioKeys, diagnostics);
        foreach (var (name, node) in inFile.Where(one => !ExclusiveKeys.IsReplaced(one.Key, options)))
            nodes[name] = node;
        var values = new OptionValues(nodes, file?.Root.Span, diagnostics);
        ExclusiveKeys.CheckCombinations(values);
        var scenario = new Scenario(parsed, file, values);

        // Errors in these are reported even if the command does not need them.
        _ = (scenario.Client, scenario.Requests);
        return scenario;
    }

    public string GetName(string defaultName) => Run.Name ?? File?.Name ?? defaultName;

    public RunDescription Describe(RequestMix requests, string defaultName)
    {
        var command = CommandLineText.Format(parsed, requests.Redactor);
        var repeat = Output.RepeatCommand is { } given
            ? CommandLineText.RedactCommand(given, requests.Redactor)
            : command;
        return new RunDescription(
            new ScenarioDescription(GetName(defaultName), File?.Path, File?.Sha256, requests.Description),
            command,
            repeat,
            Run.Seed,
            Connection.Timeout,
            Environment.ProcessorCount)
        {
            Client = Client.Describe(),
            SequencePart = Run.Part,
        };
    }
}

internal static class ExclusiveKeys
{
    // Pairs in which one key, given as an option on the command line, replaces the other key in the scenario file.
    private static readonly (string Key, string Other)[] Alternatives =
    [
        ("rate", "burst"), ("count", "duration"), ("count", "burst"), ("duration", "burst"), ("connections", "burst"),
        ("poisson", "burst"), ("rate", "phases"), ("burst", "phases"),
    ];

    // A pair of which both may be given on the command line: the time limit then counts.
    private static readonly (string Key, string Other) LengthsOfComparison = ("within", "rounds");

    // Pairs that are always an error, because it is not clear which of the two keys the user meant.
    private static readonly (string Key, string Other)[] Conflicts =
    [
        ("count", "phases"), ("duration", "phases"), ("method", "requests"), ("body", "requests"),
        ("template", "requests"),
    ];

    public static bool IsReplaced(string key, IReadOnlyDictionary<string, ConfigNode> options) =>
        options.ContainsKey(key)
        || Alternatives.Append(LengthsOfComparison).Any(pair => (pair.Key == key && options.ContainsKey(pair.Other))
            || (pair.Other == key && options.ContainsKey(pair.Key)));

    public static void CheckCombinations(OptionValues values)
    {
        foreach (var (key, other) in Alternatives.Concat(Conflicts))
            values.RejectCombination(key, other);
    }
}
