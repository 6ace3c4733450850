namespace FrontendApi.Tests;

/// <summary>The names of client strategies, as data for parameterized tests.</summary>
public static class StrategyData
{
    /// <summary>
    /// One strategy for each kind of client below the strategies: WebClient, HttpClient with a buffered body,
    /// HttpClient with a stream, and the libraries with exceptions of their own. The test of gRPC has its own faults.
    /// </summary>
    public static TheoryData<string> Representatives =>
        ["webclient-sync", "string-jsonconvert", "get-stream-stj", "refit", "restsharp", "flurl"];

    public static TheoryData<string> All => [.. StrategyCatalog.Names];

    public static TheoryData<string> WebClientStrategies =>
        [.. StrategyCatalog.All.OfType<WebClientStrategy>().Select(strategy => strategy.Name)];

    public static TheoryData<string> HttpClientStrategies =>
        [.. StrategyCatalog.Names.Except(WebClientStrategies.Select(row => row.Data))];

    /// <summary>Returns a test case for each pair of a value of the one list and a value of the other one.</summary>
    public static TheoryData<string, string> Combine(IEnumerable<string> first, IEnumerable<string> second) =>
        new(new MatrixTheoryData<string, string>(first, second).Select(row => row.Data));

    /// <summary>Returns the version of HTTP that a back-end must speak for a strategy.</summary>
    internal static HttpProtocols GetProtocols(string strategy) =>
        StrategyCatalog.Get(strategy) is IHttp2Strategy ? HttpProtocols.Http2 : HttpProtocols.Http1;
}
