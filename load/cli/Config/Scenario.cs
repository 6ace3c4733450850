namespace TwoTier.Load.Cli.Config;

/// <summary>
/// What a command that sends requests has to do: the values of a scenario file, in which options of the command line
/// have replaced the keys of the same name, and the requests that follow from them.
/// </summary>
internal sealed class Scenario
{
    private Scenario(ScenarioFile? file, OptionValues values)
    {
        (File, Values) = (file, values);
        Request = values.Bind<RequestSettings>();
        Connection = values.Bind<ConnectionSettings>();
        Load = values.Bind<LoadSettings>();
        Comparison = values.Bind<ComparisonSettings>();
        Monitor = values.Bind<MonitorSettings>();
        Checks = values.Bind<CheckSettings>();
        Run = values.Bind<RunSettings>();
        Live = values.Bind<LiveSettings>();
        Output = values.Bind<OutputSettings>();
        Output.Serve = LiveOptions.Create(Live, Output.Out);
        Client = Connection.ReadClientOptions();
        Requests = new RequestReader(this).Read();
    }

    public ScenarioFile? File { get; }

    public OptionValues Values { get; }

    public RequestSettings Request { get; }

    public ConnectionSettings Connection { get; }

    public LoadSettings Load { get; }

    public ComparisonSettings Comparison { get; }

    public MonitorSettings Monitor { get; }

    public CheckSettings Checks { get; }

    public RunSettings Run { get; }

    public LiveSettings Live { get; }

    public OutputSettings Output { get; }

    /// <summary>How connections are opened.</summary>
    public ClientOptions Client { get; }

    /// <summary>The requests, before their URLs are changed for each variant.</summary>
    public ScenarioRequests Requests { get; }

    /// <summary>The monitored processes of a run, which has one variant.</summary>
    public IReadOnlyList<MonitoredProcess> ReadProcesses() =>
        new MonitorReader(this).Read([.. Requests.Kinds.Select(kind => kind.Parts)]);

    /// <summary>Reads a scenario, and adds every error in it to the diagnostics.</summary>
    public static Scenario Read(
        ScenarioFile? file, IReadOnlyDictionary<string, ConfigNode> options, DiagnosticList diagnostics)
    {
        var nodes = new Dictionary<string, ConfigNode>(options);
        var inFile = file is null ? [] : OptionValues.GetNodes(file.Root, OptionCatalog.ScenarioKeys, diagnostics);
        foreach (var (name, node) in inFile.Where(one => !ExclusiveKeys.IsReplaced(one.Key, options)))
            nodes[name] = node;
        var values = new OptionValues(nodes, file?.Root.Span, diagnostics);
        ExclusiveKeys.CheckCombinations(values);
        return new Scenario(file, values);
    }

    /// <summary>Gets the name of the run and of its result files.</summary>
    public string GetName(string defaultName) => Run.Name ?? File?.Name ?? defaultName;

    /// <summary>Describes what a run with these options will send.</summary>
    public RunDescription Describe(RequestMix requests, string defaultName, CommandLineText commandLine)
    {
        var command = commandLine.Format(requests.Redactor);
        var repeat = Output.RepeatCommand is { } given ? CommandLineText.RedactCommand(given, requests.Redactor) : command;
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

/// <summary>Keys that cannot be combined.</summary>
internal static class ExclusiveKeys
{
    // Pairs in which one key, given as an option on the command line, replaces the other key in the scenario file.
    private static readonly (string Key, string Other)[] Alternatives =
    [
        ("rate", "burst"), ("count", "duration"), ("count", "burst"), ("duration", "burst"), ("connections", "burst"),
        ("poisson", "burst"), ("rate", "phases"), ("burst", "phases"),
    ];

    // Pairs that are always an error, because it is not clear which of the two keys the user meant.
    private static readonly (string Key, string Other)[] Conflicts =
    [
        ("count", "phases"), ("duration", "phases"), ("method", "requests"), ("body", "requests"),
        ("template", "requests"),
    ];

    /// <summary>Returns whether an option replaces a key of the scenario file.</summary>
    public static bool IsReplaced(string key, IReadOnlyDictionary<string, ConfigNode> options) =>
        options.ContainsKey(key)
        || Alternatives.Any(pair => (pair.Key == key && options.ContainsKey(pair.Other))
            || (pair.Other == key && options.ContainsKey(pair.Key)));

    public static void CheckCombinations(OptionValues values)
    {
        foreach (var (key, other) in Alternatives.Concat(Conflicts))
            values.RejectCombination(key, other);
    }
}
