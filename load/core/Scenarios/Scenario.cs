namespace TwoTier.Load.Scenarios;

/// <summary>
/// What a command that sends requests has to do: the values of a scenario file, in which options of the command line
/// have replaced the keys of the same name.
/// </summary>
internal sealed class Scenario
{
    // Pairs in which one key, given as an option on the command line, replaces the other key in the scenario file.
    private static readonly (string Key, string Other)[] Alternatives =
    [
        ("rate", "burst"), ("count", "duration"), ("count", "burst"), ("duration", "burst"), ("connections", "burst"),
    ];

    // A pair of which both may be given on the command line: the time limit then counts.
    private static readonly (string Key, string Other) LengthsOfComparison = ("within", "rounds");

    // Pairs that are always an error, because it is not clear which of the two keys the user meant.
    private static readonly (string Key, string Other)[] Conflicts =
        [("method", "requests"), ("body", "requests"), ("template", "requests")];

    private readonly string _command;
    private readonly Dictionary<string, SourceSpan> _places = [];

    private Scenario(string command, ScenarioFile? file)
    {
        (_command, File) = (command, file);
        Request = Common;
        foreach (var key in ScenarioKeys.All.Where(key => key.Default is not null))
            key.SetText(this, new SourceSpan(key.Default!, key.Option));
    }

    public ScenarioFile? File { get; }

    /// <summary>What all requests have in common.</summary>
    public RequestSettings Common { get; } = new();

    /// <summary>The request that keys set: one of the mix while it is read, or what all have in common.</summary>
    public RequestSettings Request { get; private set; }

    public List<SourceSpan> Urls { get; set; } = [];
    public List<RequestSettings> Requests { get; } = [];
    public DataSource? Data { get; set; }

    public int? Count { get; set; }
    public TimeSpan? Duration { get; set; }
    public int? Connections { get; set; }
    public IReadOnlyList<Rate>? Rates { get; set; }
    public BurstSizes? Burst { get; set; }
    public TimeSpan? Delay { get; set; }
    public TimeSpan? Warmup { get; set; }

    public List<VariantSettings> Variants { get; set; } = [];
    public string? Baseline { get; set; }
    public TimeSpan Parade { get; set; } = TimeSpan.FromSeconds(20);
    public int? Rounds { get; set; }
    public TimeSpan? Within { get; set; }
    public double Margin { get; set; }
    public TimeSpan? Turn { get; set; }
    public TimeSpan Lead { get; set; }

    public AbSettings Ab { get; } = new();

    public TlsSettings Tls { get; } = new();
    public TimeSpan Timeout { get; set; }

    public MonitorSettings Monitor { get; } = new();
    public TimeSpan CoolDown { get; set; }

    public List<Threshold> Thresholds { get; } = [];
    public List<RatioThreshold> RatioThresholds { get; } = [];
    public RunLimits Limits { get; set; } = RunLimits.Default;

    public string? Name { get; set; }
    public int Seed { get; set; }
    public OutputSettings Output { get; } = new();

    public ClientOptions Client => field ??= Tls.CreateClientOptions();

    /// <summary>What is sent, before variants change it.</summary>
    public IReadOnlyList<RequestKind> Kinds => field ??= new RequestReader(this).Read();

    /// <param name="command">The command line, for reports.</param>
    /// <param name="file">The scenario file; null for none.</param>
    /// <param name="options">The options that are typed, then those that variables of the environment set.</param>
    public static Scenario Read(
        string command,
        ScenarioFile? file,
        IReadOnlyList<(Key Key, SourceSpan Text)> options)
    {
        var scenario = new Scenario(command, file);
        foreach (var (key, text) in options)
            scenario._places.TryAdd(key.Name, text);
        var given = scenario._places.Keys.ToHashSet();
        file?.Read(yaml => Key.ReadMapping(ScenarioKeys.OfFiles, scenario, yaml, (name, place) =>
            !IsReplaced(name, given) && scenario._places.TryAdd(name, place)));
        foreach (var (key, other) in Alternatives.Concat(Conflicts).Where(pair =>
            scenario._places.ContainsKey(pair.Key) && scenario._places.ContainsKey(pair.Other)))
        {
            throw scenario.CreateError(
                key, $"{scenario.GetDisplayName(key)} cannot be combined with {scenario.GetDisplayName(other)}");
        }

        foreach (var (key, text) in options)
            key.SetText(scenario, text);
        return scenario;
    }

    /// <summary>Whether options of these names replace a key.</summary>
    public static bool IsReplaced(string key, IReadOnlySet<string> given) =>
        given.Contains(key)
        || Alternatives.Append(LengthsOfComparison).Any(pair => (pair.Key == key && given.Contains(pair.Other))
            || (pair.Other == key && given.Contains(pair.Key)));

    public RequestMix CreateMix(Func<string, string>? changeUrl = null) => new(
        changeUrl is null ? Kinds : [.. Kinds.Select(kind => kind.WithUrls(changeUrl))],
        Data,
        Seed);

    public void BeginRequest(SourceSpan place) => Requests.Add(Request = new RequestSettings { Place = place });

    public void EndItems() => Request = Common;

    public void AddThreshold(string text)
    {
        if (RatioThreshold.Parse(text) is { } ratio)
            RatioThresholds.Add(ratio);
        else
            Thresholds.Add(Threshold.Parse(text));
    }

    /// <summary>Sets a value as an option of this name would.</summary>
    public void Set(string key, string text)
    {
        var value = new SourceSpan(text, $"--{key}");
        _places[key] = value;
        ScenarioKeys.All.Single(one => one.Name == key).SetText(this, value);
    }

    /// <summary>Sends requests to the URLs of arguments, which may be variants, and to those of options.</summary>
    public void SetTargets(string[] arguments, bool areVariants)
    {
        if (areVariants && arguments.Length > 1)
        {
            if (IsTyped("vary"))
                throw CreateError("vary", $"cannot be combined with {arguments.Length} URLs", "one URL");
            SetVariants(arguments, VariantSettings.Number([.. arguments.Select(url => url.Split("://", 2)[^1])]));
        }
        else if (arguments.Length > 0)
        {
            var urls = arguments.Select(url => new SourceSpan(UrlText.ParseAbsolute(url), url));
            Urls = [.. urls, .. IsTyped("url") ? Urls : []];
        }
    }

    public void SetVariants(string[] urls, string[] names)
    {
        Variants =
        [
            .. urls.Zip(names, (url, name) => new VariantSettings { Name = name, Url = UrlText.ParseAbsolute(url) }),
        ];
        if (Urls.Count == 0)
            SetTargets([UrlText.GetBaseUrl(urls[0])], areVariants: false);
    }

    public bool IsTyped(string key) => _places.TryGetValue(key, out var place) && place.Line is null;

    /// <summary>Gets the option of the command line as the user typed it, or the key of the scenario file.</summary>
    public string GetDisplayName(string key) =>
        IsTyped(key) ? _places[key].Source : key;

    /// <summary>Creates an error at the value of a key, or without a place if it has none.</summary>
    public ParseException CreateError(string key, string problem, string? suggestion = null) =>
        ParseException.Create(problem, suggestion).At(_places.GetValueOrDefault(key));

    public RunDescription Describe(string defaultName) => new(
        new ScenarioDescription(Name ?? File?.Name ?? defaultName, File?.Path, File?.Sha256, CreateMix().Description),
        _command,
        Output.RepeatCommand is { } repeat ? StoredCommand.FormatRepeat(repeat) : _command,
        Seed,
        Timeout,
        Environment.ProcessorCount);
}
