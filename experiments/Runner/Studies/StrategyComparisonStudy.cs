namespace Experiments.Studies;

/// <summary>
/// Compares the variants that a scenario lists, mostly strategies. A strategy that needs a process of its own has
/// another address in the scenario: a process pools the connections of one kind of WebClient.
/// </summary>
internal sealed class StrategyComparisonStudy : StudyCommand
{
    private const string DefaultSet = "demo";
    private const string LargestSet = "strategies";

    /// <summary>The sets of variants: the scenario with the name of a set lists them, and describes the load.</summary>
    public static readonly IReadOnlyList<string> Sets = [DefaultSet, LargestSet, "libraries", "blocking", "protocols"];

    private const int DefaultStarts = 8;

    // Of a start: until its services are ready, and what the load tool takes for its warm-up and its rounds.
    private static readonly TimeSpan Preparation = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan TimeOfStart = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan TimeOfVariant = TimeSpan.FromSeconds(2);

    // Another file is for tests.
    private readonly Option<string> _set =
        StudyOptions.CreateText("--set", "SET", $"What to compare: {string.Join(", ", Sets)}.", DefaultSet);

    public StrategyComparisonStudy()
        : base("demo", "Compares the strategies of the front-end.", rounds: null)
    {
        Add(_set.WithValues(
            set => Sets.Contains(set) || (ProgramLocator.IsFile(set) && File.Exists(set)), string.Join(", ", Sets)));
        AddStartsOption(DefaultStarts);
        AddLiveOption();
        PassUnknownOptionsTo("load compare");
    }

    protected override string MakeCommand => "make demo";

    protected override string DefaultFolder => ProgramLocator.GetResultsPath();

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        GetStarts(arguments) * (Preparation + GetTime(arguments.GetRequiredValue(_set)));

    private static TimeSpan GetTime(string set) => TimeOfStart + ScenarioVariants.Read(set).Count * TimeOfVariant;

    protected override string DescribeQuestion(ParseResult arguments) => arguments.GetRequiredValue(_set) switch
    {
        DefaultSet => "Six ways to read the same JSON from another service.",
        LargestSet => "Many ways to read the same JSON from another service.",
        var set => $"The {ScenarioVariants.Read(set).Count} variants of the set {set}.",
    };

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var starts = GetStarts(context.Arguments);
        var run = await (starts is 1 ? CompareAsync(context) : CompareAsync(context, starts));
        if (run.HasResult && run.ReadResult().RuntimeSettings is { } settings)
            Console.WriteLine($"  note    your shell sets {settings}, which may change the results");
        if (run.ToolExitCode is ExitCode.Success)
            Console.WriteLine("  next    make serve, or measure your own service: load ab git:main .");
        return run.ToolExitCode;
    }

    private async Task<LoadRun> CompareAsync(StudyContext context, int starts)
    {
        var soFar = new TableSoFar();
        var folder = Path.Combine(context.ResultsFolder, $"{Name}-{Guid.NewGuid():N}"[..(Name.Length + 9)]);
        var files = await Repeat.StartsAsync(starts, [""], _ => "", async (start, _) =>
        {
            var one = context.InFolder(Path.Combine(folder, $"start-{start}")) with { StartNumber = start };
            var run = await CompareAsync(one);
            soFar.Add(run.HasResult ? run.ReadResult()
                : throw new StudyException($"The load tool exited with code {run.ToolExitCode}."));
            return run.Path!;
        });
        soFar.Clear();
        return await context.LoadRunner.RunAsync(new LoadCommand("merge", context.ResultsFolder)
        {
            // The command stands in the result, and no path of this computer may.
            Arguments =
            [
                .. files.SelectMany(start => start)
                    .Select(path => Path.GetRelativePath(Environment.CurrentDirectory, path)),
            ],
            Options = [("--name", Name), ("--repeat-command", context.RepeatCommand)],
        });
    }

    private Task<LoadRun> CompareAsync(StudyContext context) => CompareAsync(context, context.Get(_set));

    /// <summary>Compares the variants of a set in services that are started, and stopped after it.</summary>
    public static async Task<LoadRun> CompareAsync(
        StudyContext context, string set, params IReadOnlyList<(string Name, string Value)> options)
    {
        var environment = context.Environment;
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
            [("--url", RequestUrls.FormatBaseUrl(frontends[0])),
            ("--vary", await CreateVariantsAsync(environment, set, frontends)),
            ("--warmup", "100ms"),
            .. context.UserOptions.Contains("--rounds") ? [] : new[] { ("--within", $"{GetTime(set).TotalSeconds}s") },
            MonitoredProcesses.MonitorBackend(backend), .. options]);
        await environment.StopAllAsync();
        return run;
    }

    /// <summary>
    /// Creates the variants of a set at the front-ends, the first of which is for all without an address of their own,
    /// and describes strategies in the words of the front-end.
    /// </summary>
    public static async Task<string> CreateVariantsAsync(
        TestbedEnvironment environment, string set, params IReadOnlyList<Uri> frontends)
    {
        var json = await environment.GetAsync(new(frontends[0], "/api/strategies"));
        var summaries = JsonElement.Parse(json).GetProperty("strategies").EnumerateArray().ToDictionary(
            strategy => $"{strategy.GetProperty("name")}", strategy => $"{strategy.GetProperty("summary")}");
        var variants = FindVariants(set, summaries.Keys);
        var places = variants.Select(variant => variant.Url).Order().Distinct().ToList();
        return VariantDefinition.Format(variants.Select(variant => variant with
        {
            Url = RequestUrls.FormatBaseUrl(frontends[places.IndexOf(variant.Url)]),
            Summary = variant.Summary ?? summaries.GetValueOrDefault(variant.Name),
        }));
    }

    /// <summary>Finds the variants of a set. The largest one also has the strategies that no set lists.</summary>
    public static IReadOnlyList<VariantDefinition> FindVariants(string set, IEnumerable<string> strategies)
    {
        var listed = ScenarioVariants.Read(set);
        return set is not LargestSet ? listed :
        [
            .. listed,
            .. strategies.Except(Sets.SelectMany(ScenarioVariants.Read).Select(variant => variant.Name))
                .Select(ScenarioVariants.Create),
        ];
    }
}
