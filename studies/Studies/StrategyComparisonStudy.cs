using System.CommandLine;
using System.Text.Json;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Compares the strategies of a set that the front-end offers, or one strategy over several versions of HTTP.
/// Strategies that compete for a resource of which a process has only one, such as the connections of WebClient, get
/// separate front-ends.
/// </summary>
internal sealed class StrategyComparisonStudy : StudyCommand
{
    /// <summary>
    /// The sets of variants that can be compared. A scenario with the name of the set describes the load, and with what
    /// the variants are compared.
    /// </summary>
    public static readonly IReadOnlyList<string> Sets = [DefaultSet, "payloads", ProtocolSet];

    /// <summary>The set whose variants differ in the version of HTTP. Its scenario lists the variants.</summary>
    public const string ProtocolSet = "protocols";

    private const string DefaultSet = "strategies";
    private const int StrategyCount = 10;
    private static readonly TimeSpan TimeLimit = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan TimeLimitByStart = TimeSpan.FromMinutes(1);

    private readonly Option<string> _set = new("--set")
    {
        Description = $"What to compare: {string.Join(", ", Sets)}.",
        HelpName = "SET",
        DefaultValueFactory = _ => DefaultSet,
    };

    public StrategyComparisonStudy()
        : base("demo", "Compares the strategies of the front-end.", new RoundsDefinition(7))
    {
        _set.Validators.Add(result =>
        {
            if (result.Tokens is [var token] && !Sets.Contains(token.Value))
                result.AddError($"Unknown set '{token.Value}'. Valid sets: {string.Join(", ", Sets)}.");
        });
        Add(_set);
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
        var set = context.Get(_set);
        var (backend, options) = set is ProtocolSet
            ? await StartWithHttp2Async(context.Environment)
            : await StartForStrategiesAsync(context.Environment, set);
        var limit = context.Starts > 1 ? TimeLimitByStart : TimeLimit;
        (string, string)[] timeLimit = context.UserRounds is null ? [("--within", $"{limit.TotalSeconds}s")] : [];
        var run = await context.CompareAsync(set, [.. options, VariantResult.MonitorBackend(backend), .. timeLimit]);
        return run.ToolExitCode;
    }

    /// <summary>Creates a variant for each strategy of a set, and describes it in the words of the front-end.</summary>
    /// <param name="environment">
    /// The environment of the study, which reads the list of strategies from the front-end.
    /// </param>
    /// <param name="first">The address of the first front-end.</param>
    /// <param name="startAnother">A function that starts one more front-end and returns its address.</param>
    /// <param name="set">The set of strategies, one of <see cref="Sets"/>.</param>
    /// <returns>The value of the load tool's option --variants.</returns>
    public static async Task<string> CreateVariantsAsync(
        TestbedEnvironment environment, Uri first, Func<Task<Uri>> startAnother, string set = DefaultSet)
    {
        List<Uri> frontends = [first];
        var taken = new Dictionary<string, int>();
        var variants = new List<VariantDefinition>();
        foreach (var strategy in await ReadStrategiesAsync(environment, first))
        {
            if (!strategy.Sets.Contains(set))
                continue;
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

    /// <summary>Starts services that speak HTTP/2, too. The variants are those of the scenario.</summary>
    private static async Task<(Uri Backend, (string Name, string Value)[] Options)> StartWithHttp2Async(
        TestbedEnvironment environment)
    {
        var (backend, http2) = await environment.StartBackendWithHttp2Async();
        var frontend = await environment.StartFrontendAsync(backend, settings: $"--Backend:Http2Address={http2}");
        return (backend, [("--url", RequestUrls.FormatBaseUrl(frontend))]);
    }

    /// <summary>Starts services for the strategies of a set. The variants are those of the front-end.</summary>
    private static async Task<(Uri Backend, (string Name, string Value)[] Options)> StartForStrategiesAsync(
        TestbedEnvironment environment, string set)
    {
        var backend = await environment.StartBackendAsync();
        var frontend = await environment.StartFrontendAsync(backend);
        var variants = await CreateVariantsAsync(
            environment, frontend, () => environment.StartFrontendAsync(backend), set);
        return (backend, [("--url", $"{frontend}"), ("--variants", variants)]);
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
    /// <param name="Sets">The sets to which the strategy belongs.</param>
    /// <param name="ContendsFor">
    /// The resource that the strategy uses and of which a process has only one; null for no such resource.
    /// </param>
    private sealed record CatalogStrategy(
        string Name, string Summary, IReadOnlyList<string> Sets, string? ContendsFor);
}
