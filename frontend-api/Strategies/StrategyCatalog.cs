namespace FrontendApi.Strategies;

/// <summary>
/// The catalogue of all strategies. The query flag strategy, its error messages, /api/strategies, the OpenAPI document,
/// the tests and the demo take the strategies from this class.
/// </summary>
internal static class StrategyCatalog
{
    public static readonly IReadOnlyList<Strategy> All =
    [
        new WebClientSync(),
        new WebClientAsync(),
        new ReadAsAsync(),
        new StringJsonConvert(),
        new ReadAsAsync2014(),
        new BufferedStj(),
        new HeadersReadStj(),
        new GetStreamStj(),
        new GetFromJsonReflection(),
        new GetFromJson(),
        new ResultBlocking(),
        new OrdersIncluded(),
        new RefitInterface(),
        new RestSharpGet(),
        new FlurlGetJson(),
        new GrpcUnary(),
    ];

    private static readonly Dictionary<string, Strategy> StrategiesByName = All.ToDictionary(strategy => strategy.Name);

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(strategy => strategy.Name)];

    public static Strategy Get(string name) => StrategiesByName[name];
}
