namespace FrontendApi.Tests;

/// <summary>The names of client strategies, as data for parameterized tests.</summary>
public static class StrategyData
{
    /// <summary>
    /// One strategy for each kind of client below the strategies: WebClient, HttpClient with a buffered body, and
    /// HttpClient with a stream.
    /// </summary>
    public static TheoryData<string> Representatives => ["webclient-sync", "string-jsonconvert", "get-stream-stj"];

    public static TheoryData<string> All => [.. StrategyCatalog.Names];

    public static TheoryData<string> HttpClientStrategies => GetNames<HttpClientStrategy>();

    public static TheoryData<string> WebClientStrategies => GetNames<WebClientStrategy>();

    /// <summary>Returns a test case for each pair of a value of the one list and a value of the other one.</summary>
    public static TheoryData<string, string> Combine(IEnumerable<string> first, IEnumerable<string> second) =>
        new(new MatrixTheoryData<string, string>(first, second).Select(row => row.Data));

    private static TheoryData<string> GetNames<T>() =>
        [.. StrategyCatalog.All.Where(strategy => strategy is T).Select(strategy => strategy.Name)];
}
