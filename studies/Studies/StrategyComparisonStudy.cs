namespace Studies.Studies;

/// <summary>
/// Compares the variants that a scenario lists, mostly strategies. A strategy that needs a process of its own has
/// another address in the scenario: a process pools the connections of one kind of WebClient.
/// </summary>
internal sealed class StrategyComparisonStudy : StudyCommand
{
    private const string DefaultSet = "demo";

    /// <summary>
    /// The sets of variants that can be compared. A scenario with the name of the set lists the variants, and describes
    /// the load.
    /// </summary>
    public static readonly IReadOnlyList<string> Sets =
        [DefaultSet, "strategies", "libraries", "blocking", ProtocolSet];

    /// <summary>The set whose variants differ in the version of HTTP, and not in the strategy.</summary>
    public const string ProtocolSet = "protocols";
    private const int DefaultStarts = 8;
    private const int DefaultRounds = 10;
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(150);

    // What a start takes besides its rounds; then what each variant needs until it is warm, at least: on two cores, the
    // processes of five variants compile less and less for 15 s (15 s of CPU time); and what is read between slices.
    private static readonly TimeSpan Preparation = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Warmup = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Reading = TimeSpan.FromMilliseconds(20);

    // Another file is for tests.
    private readonly Option<string> _set =
        StudyOptions.CreateText("--set", "SET", $"What to compare: {string.Join(", ", Sets)}.", DefaultSet);

    public StrategyComparisonStudy()
        : base("demo", "Compares the strategies of the front-end.", new RoundsDefinition(DefaultRounds))
    {
        Add(_set.WithValues(set => Sets.Contains(set) || ProgramLocator.IsFile(set), string.Join(", ", Sets)));
        AddStartsOption(DefaultStarts, hasOneStartWithRounds: true);
        AddLiveOption();
        PassUnknownOptionsTo("load compare");
    }

    protected override string MakeCommand => "make demo";

    protected override string DefaultFolder => ProgramLocator.GetResultsPath();

    protected override string? Next => "make serve, or measure your own service: load ab git:main .";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds)
    {
        var variants = ScenarioVariants.Read(arguments.GetRequiredValue(_set)).Count;
        return Preparation + (variants * Warmup) + (rounds * (variants + 1) * (Slice + Reading));
    }

    protected override string DescribeQuestion(ParseResult arguments)
    {
        var set = arguments.GetRequiredValue(_set);
        var count = ScenarioVariants.Read(set).Count;
        return set is DefaultSet or "strategies"
            ? $"{(count is 5 ? "Five" : count)} ways to read the same JSON from another service."
            : $"The {count} variants of the set {set}.";
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var (set, environment) = (context.Get(_set), context.Environment);
        var (backend, http2) = (FreePort.FindAddress(), FreePort.FindAddress());
        // They start at the same time. A front-end is ready when the back-end is.
        var starting = environment.StartBackendAsync(
            $"--urls={RequestUrls.FormatBaseUrl(backend)}", $"--Http2:Port={http2.Port}");
        Task<Uri>[] others =
        [
            .. ScenarioVariants.Read(set).DistinctBy(variant => variant.Url).Select(_ =>
                environment.StartFrontendAsync(backend, settings: $"--Backend:Http2Address={http2}")),
        ];
        await starting;
        var frontends = await Task.WhenAll(others);
        var run = await context.CompareAsync(
            set,
            ("--url", RequestUrls.FormatBaseUrl(frontends[0])),
            ("--vary", await CreateVariantsAsync(environment, set, frontends)),
            ("--warmup", $"{Warmup.TotalMilliseconds}ms"), ("--slice", $"{Slice.TotalMilliseconds}ms"),
            ("--slice-warmup", "0s"),
            MonitoredProcesses.MonitorBackend(backend));
        // Of several starts, their progress says it.
        if (context.Starts is 1 && run.HasResult && run.ReadResult().RuntimeSettings is { } settings)
            Console.WriteLine($"  {settings} from your shell");
        return run.ToolExitCode;
    }

    /// <summary>
    /// Creates the variants of a set at the front-ends, the first of which is for all without an address of their own,
    /// and describes strategies in the words of the front-end.
    /// </summary>
    public static async Task<string> CreateVariantsAsync(
        TestbedEnvironment environment, string set, params IReadOnlyList<Uri> frontends)
    {
        var json = await environment.GetAsync(new(frontends[0], "/api/strategies"));
        var summaries = JsonSerializer.Deserialize<StrategyCatalogResponse>(json, JsonSerializerOptions.Web)!.Strategies
            .ToDictionary(strategy => strategy.Name, strategy => strategy.Summary);
        var variants = ScenarioVariants.Read(set);
        var places = variants.Select(variant => variant.Url).Order().Distinct().ToList();
        return VariantDefinition.Format(variants.Select(variant => variant with
        {
            Url = RequestUrls.FormatBaseUrl(frontends[places.IndexOf(variant.Url)]),
            Summary = variant.Summary ?? summaries.GetValueOrDefault(variant.Name),
        }));
    }

    private sealed record StrategyCatalogResponse(IReadOnlyList<CatalogStrategy> Strategies);

    private sealed record CatalogStrategy(string Name, string Summary);
}
