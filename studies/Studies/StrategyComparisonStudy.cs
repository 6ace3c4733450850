namespace Studies.Studies;

/// <summary>
/// Compares the strategies that a scenario lists, or one strategy over several versions of HTTP. A strategy that needs
/// a process of its own has another address in the scenario: a process pools the connections of one kind of WebClient.
/// </summary>
internal sealed class StrategyComparisonStudy : StudyCommand
{
    /// <summary>
    /// The sets of variants that can be compared. A scenario with the name of the set lists the variants, and describes
    /// the load.
    /// </summary>
    public static readonly IReadOnlyList<string> Sets = [DefaultSet, LibrarySet, "blocking", ProtocolSet];

    /// <summary>The set whose variants differ in the version of HTTP, and not in the strategy.</summary>
    public const string ProtocolSet = "protocols";
    private const string LibrarySet = "libraries";
    private const string DefaultSet = "strategies";
    private const int StrategyCount = 10;
    private static readonly TimeSpan TimeLimit = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan TimeByStart = TimeSpan.FromSeconds(40);
    private const int DefaultStarts = 5;

    // A start is measured for the whole time, because to end it early would bias its mean. The services are warmed up
    // in short turns, so that most of the time is measured.
    private static readonly (string, string)[] OneOfSeveralStarts =
    [
        ("--within", "22s, width < 0.1%"), ("--warmup", "500ms"), ("--slice", "100ms"), ("--slice-warmup", "0s"),
    ];

    private readonly Option<string> _set =
        StudyOptions.CreateText("--set", "SET", $"What to compare: {string.Join(", ", Sets)}.", DefaultSet);

    public StrategyComparisonStudy()
        : base("demo", "Compares the strategies of the front-end.", new RoundsDefinition(7))
    {
        Add(_set.WithValues(Sets.Contains, string.Join(", ", Sets)));
        AddStartsOption(DefaultStarts, hasOneStartWithRounds: true);
        AddLiveOption();
        PassUnknownOptionsTo("load compare");
    }

    protected override string MakeCommand => "make demo";

    protected override string DefaultFolder => ProgramLocator.GetResultsPath();

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        UserSetRounds(arguments)
            ? TimeSpan.FromSeconds(StrategyCount * (6 + (1.6 * rounds)))
            : GetStarts(arguments) > 1 ? TimeByStart : TimeLimit;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var set = context.Get(_set);
        var (backend, options) = set is ProtocolSet or LibrarySet
            ? await StartWithHttp2Async(context.Environment)
            : await StartForStrategiesAsync(context.Environment, set);
        (string, string)[] timeLimit = context switch
        {
            { UserRounds: not null } => [],
            { Starts: > 1 } => OneOfSeveralStarts,
            _ => [("--within", $"{TimeLimit.TotalSeconds}s")],
        };
        var run = await context.CompareAsync(
            set, [.. options, MonitoredProcesses.MonitorBackend(backend), .. timeLimit]);
        return run.ToolExitCode;
    }

    /// <summary>Creates a variant for each strategy of a set, and describes it in the words of the front-end.</summary>
    public static async Task<string> CreateVariantsAsync(
        TestbedEnvironment environment, Uri first, Func<Task<Uri>> startAnother, string set = DefaultSet)
    {
        var summaries = await ReadSummariesAsync(environment, first);
        var frontends = new Dictionary<string, Uri> { [""] = first };
        var variants = new List<VariantDefinition>();
        foreach (var (name, url) in ScenarioStrategy.ReadAll(set))
        {
            if (!frontends.TryGetValue(url ?? "", out var frontend))
                frontend = frontends[url!] = await startAnother();
            variants.Add(new VariantDefinition(name, RequestUrls.FormatBaseUrl(frontend), $"strategy={name}")
            {
                Summary = summaries[name],
            });
        }

        return VariantDefinition.Format(variants);
    }

    /// <summary>Starts services that speak HTTP/2, too. The variants are those of the scenario.</summary>
    private static async Task<(Uri Backend, (string Name, string Value)[] Options)> StartWithHttp2Async(
        TestbedEnvironment environment)
    {
        var (backend, http2) = await environment.StartBackendWithHttp2Async();
        var frontend = await environment.StartFrontendAsync(backend, settings: $"--Backend:Http2Address={http2}");
        return (backend, [("--url", RequestUrls.FormatBaseUrl(frontend))]);
    }

    private static async Task<(Uri Backend, (string Name, string Value)[] Options)> StartForStrategiesAsync(
        TestbedEnvironment environment, string set)
    {
        var backend = await environment.StartBackendAsync();
        var frontend = await environment.StartFrontendAsync(backend);
        var variants = await CreateVariantsAsync(
            environment, frontend, () => environment.StartFrontendAsync(backend), set);
        return (backend, [("--url", $"{frontend}"), ("--vary", variants)]);
    }

    private static async Task<Dictionary<string, string>> ReadSummariesAsync(
        TestbedEnvironment environment, Uri frontend)
    {
        var json = await environment.GetAsync(new(frontend, "/api/strategies"));
        return JsonSerializer.Deserialize<StrategyCatalogResponse>(json, JsonSerializerOptions.Web)!.Strategies
            .ToDictionary(strategy => strategy.Name, strategy => strategy.Summary);
    }

    private sealed record StrategyCatalogResponse(IReadOnlyList<CatalogStrategy> Strategies);

    private sealed record CatalogStrategy(string Name, string Summary);
}
