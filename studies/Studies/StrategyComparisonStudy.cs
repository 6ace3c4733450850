using System.CommandLine;
using System.Text.Json;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Compares every strategy that the front-end offers. Strategies that compete for a resource of which a process has
/// only one, such as the connections of WebClient, get separate front-ends.
/// </summary>
internal sealed class StrategyComparisonStudy : StudyCommand
{
    private const int StrategyCount = 10;
    private static readonly TimeSpan TimeLimit = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan TimeLimitByStart = TimeSpan.FromMinutes(1);

    public StrategyComparisonStudy()
        : base("demo", "Compares every strategy of the front-end.", new RoundsDefinition(7))
    {
        AddStartsOption();
        PassUnknownOptionsTo("load compare");
    }

    public override StudyGroup Group => StudyGroup.Run;

    protected override string MakeCommand => "make demo";

    protected override string DefaultFolder => ProgramLocator.GetResultsPath();

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        UserSetRounds(arguments) ? TimeSpan.FromSeconds(StrategyCount * (6 + (1.6 * rounds))) : TimeLimit;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync();
        var frontend = await environment.StartFrontendAsync(backend);
        var variants = await CreateVariantsAsync(
            environment, frontend, () => environment.StartFrontendAsync(backend));
        var limit = context.Starts > 1 ? TimeLimitByStart : TimeLimit;
        (string, string)[] timeLimit = context.UserRounds is null ? [("--within", $"{limit.TotalSeconds}s")] : [];
        var run = await context.CompareAsync("strategies",
            [("--url", $"{frontend}"), ("--variants", variants), ("--monitor", $"back-end={backend}"), .. timeLimit]);
        return run.ToolExitCode;
    }

    /// <summary>Creates a variant for each strategy, and describes it in the words of the front-end.</summary>
    /// <param name="environment">
    /// The environment of the study, which reads the list of strategies from the front-end.
    /// </param>
    /// <param name="first">The address of the first front-end.</param>
    /// <param name="startAnother">A function that starts one more front-end and returns its address.</param>
    /// <returns>The value of the load tool's option --variants.</returns>
    public static async Task<string> CreateVariantsAsync(
        TestbedEnvironment environment, Uri first, Func<Task<Uri>> startAnother)
    {
        List<Uri> frontends = [first];
        var taken = new Dictionary<string, int>();
        var variants = new List<VariantDefinition>();
        foreach (var strategy in await ReadStrategiesAsync(environment, first))
        {
            var place = 0;
            if (strategy.ContendsFor is { } resource)
                place = taken[resource] = taken.GetValueOrDefault(resource) + 1;
            if (place == frontends.Count)
                frontends.Add(await startAnother());
            variants.Add(new VariantDefinition(
                strategy.Name, RequestUrls.FormatBaseUrl(frontends[place]), $"strategy={strategy.Name}")
            {
                Summary = strategy.Summary,
            });
        }

        return VariantDefinition.Format(variants);
    }

    private static async Task<IReadOnlyList<CatalogStrategy>> ReadStrategiesAsync(
        TestbedEnvironment environment, Uri frontend)
    {
        var json = await environment.GetAsync(new(frontend, "/api/strategies"));
        return JsonSerializer.Deserialize<StrategyCatalogResponse>(json, JsonSerializerOptions.Web)!.Strategies;
    }

    private sealed record StrategyCatalogResponse(IReadOnlyList<CatalogStrategy> Strategies);

    /// <param name="Name">The value of the flag that selects the strategy.</param>
    /// <param name="Summary">A sentence that describes the strategy.</param>
    /// <param name="ContendsFor">
    /// The resource that the strategy uses and of which a process has only one; null for no such resource.
    /// </param>
    private sealed record CatalogStrategy(string Name, string Summary, string? ContendsFor);
}
