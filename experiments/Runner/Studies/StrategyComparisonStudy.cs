using TwoTier.Load;
using TwoTier.Load.Reports;
using TwoTier.Load.Target;

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

    private static TimeSpan GetTime(string set) => TimeOfStart + VariantDefinition.ReadAll(set).Count * TimeOfVariant;

    protected override string DescribeQuestion(ParseResult arguments) => arguments.GetRequiredValue(_set) switch
    {
        DefaultSet => "Six ways to read the same JSON from another service.",
        LargestSet => "Many ways to read the same JSON from another service.",
        var set => $"The {VariantDefinition.ReadAll(set).Count} variants of the set {set}.",
    };

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var result = await CompareAsync(
            context, context.Get(_set), GetStarts(context.Arguments), LoadOptions.Parse(context.UserOptions));
        await Report.PublishAsync(result with { RepeatCommand = context.RepeatCommand }, context.ResultsFolder);
        if (result.Provenance.FirstOrDefault(row => row[0] is "Environment") is [_, var settings])
            Console.WriteLine($"  note    your shell sets {settings}, which may change the results");
        var code = ExitCode.Of(result);
        if (code is ExitCode.Success)
            Console.WriteLine("  next    make serve, or measure your own service: load ab git:main .");
        return code;
    }

    /// <summary>Compares the variants of a set, in services that are started and stopped for each start.</summary>
    /// <param name="context">The study.</param>
    /// <param name="set">The set.</param>
    /// <param name="starts">The number of starts.</param>
    /// <param name="options">Options of load compare, which replace those of the set.</param>
    public static async Task<Result> CompareAsync(
        StudyContext context, string set, int starts, params IReadOnlyList<(string Name, string Value)> options)
    {
        LoadTest.SetUpProcess();
        var (began, time) = (Stopwatch.GetTimestamp(), Preparation + GetTime(set));
        // The first front-end knows its strategies.
        var first = await StartAsync(1, context.Environment.StopToken);
        var variants = await CreateVariantsAsync(context.Environment, set, first.Frontends);
        var urls = first.Frontends.Select(RequestUrls.FormatBaseUrl).ToList();
        await using var events = context.Events is { } path ? ShowProcess.CreateEvents(path) : null;
        return await new LoadComparison(ProgramLocator.GetScenarioPath(set))
        {
            Starts = starts,
            StartTargets = async (start, stop) =>
            {
                var (frontends, backend) = start is 1 ? first : await StartAsync(start, stop);
                return new StartedTargets([.. variants.Select(variant => $"{frontends[urls.IndexOf(variant.Url)]}")])
                {
                    Monitored = new Dictionary<string, string> { [MonitoredProcesses.BackendProcess] = $"{backend}" },
                    Owned = [new Ending(context.Environment, [.. frontends, backend])],
                };
            },
            Events = events,
            Options =
            [
                ("vary", VariantDefinition.Format(variants)), ("warmup", "100ms"),
                .. options.Any(option => option.Name is "--rounds") ? [] : new[] { ("within", $"{(starts * time).TotalSeconds}s") },
                .. options,
            ],
        }.RunAsync(context.Environment.StopToken);

        async Task<(IReadOnlyList<Uri> Frontends, Uri Backend)> StartAsync(int start, CancellationToken stop)
        {
            if (starts > 1)
            {
                var left = Stopwatch.GetElapsedTime(began) / Math.Max(1, start - 1) * (starts - start + 1);
                Console.WriteLine($"  start {start} of {starts}" + (start is 1 ? "" : $", {FormatDuration(left)} left"));
            }

            return await StartServicesAsync(context.Environment, set);
        }
    }

    // They start at the same time. A front-end is ready when the back-end is.
    private static async Task<(IReadOnlyList<Uri> Frontends, Uri Backend)> StartServicesAsync(
        TestbedEnvironment environment, string set)
    {
        var (backend, http2) = (FreePort.FindAddress(), FreePort.FindAddress());
        var starting = environment.StartBackendAsync(
            $"--urls={RequestUrls.FormatBaseUrl(backend)}", $"--Http2:Port={http2.Port}");
        Task<Uri>[] frontends =
        [
            .. VariantDefinition.ReadAll(set).DistinctBy(variant => variant.Url).Select(_ =>
                environment.StartFrontendAsync(backend, settings: $"--Backend:Http2Address={http2}")),
        ];
        return (await Task.WhenAll(frontends), await starting);
    }

    /// <summary>
    /// Creates the variants of a set at the front-ends, the first of which is for all without an address of their own,
    /// and describes strategies in the words of the front-end.
    /// </summary>
    public static async Task<IReadOnlyList<VariantDefinition>> CreateVariantsAsync(
        TestbedEnvironment environment, string set, params IReadOnlyList<Uri> frontends)
    {
        var json = await environment.GetAsync(new(frontends[0], "/api/strategies"));
        var summaries = JsonElement.Parse(json).GetProperty("strategies").EnumerateArray().ToDictionary(
            strategy => $"{strategy.GetProperty("name")}", strategy => $"{strategy.GetProperty("summary")}");
        var variants = FindVariants(set, summaries.Keys);
        var places = variants.Select(variant => variant.Url).Order().Distinct().ToList();
        return
        [
            .. variants.Select(variant => variant with
            {
                Url = RequestUrls.FormatBaseUrl(frontends[places.IndexOf(variant.Url)]),
                Summary = variant.Summary ?? summaries.GetValueOrDefault(variant.Name),
            }),
        ];
    }

    private sealed class Ending(TestbedEnvironment environment, IReadOnlyList<Uri> services) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            foreach (var service in services)
                await environment.StopAsync(service);
        }
    }

    /// <summary>Finds the variants of a set. The largest one also has the strategies that no set lists.</summary>
    public static IReadOnlyList<VariantDefinition> FindVariants(string set, IEnumerable<string> strategies)
    {
        var listed = VariantDefinition.ReadAll(set);
        return set is not LargestSet ? listed :
        [
            .. listed,
            .. strategies.Except(Sets.SelectMany(VariantDefinition.ReadAll).Select(variant => variant.Name))
                .Select(name => new VariantDefinition(name, Query: $"strategy={name}")),
        ];
    }
}
