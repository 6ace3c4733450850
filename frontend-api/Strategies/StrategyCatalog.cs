namespace FrontendApi.Strategies;

/// <summary>
/// The catalogue of all strategies. The query flag strategy, its error messages, /api/strategies, the OpenAPI document,
/// the tests and the demo take the strategies from this class.
/// </summary>
internal static class StrategyCatalog
{
    private const string Byterot = "Byterot, 2014";
    private const string Reis = "Reis, 2021";

    public static readonly IReadOnlyList<Strategy> All =
    [
        new WebClientStrategy("webclient-sync", new WebClientSync(),
            "WebClient.DownloadString, blocking; JsonConvert", Byterot) { Blocking = true },
        new WebClientStrategy("webclient-async", new WebClientAsync(),
            "WebClient.DownloadStringTaskAsync; JsonConvert", Byterot),
        new HttpClientStrategy("read-as-async", new ReadAsAsync(),
            "HttpClient.GetAsync; ReadAsAsync<T>() with the current library", Byterot),
        new HttpClientStrategy("string-jsonconvert", new StringJsonConvert(),
            "HttpClient.GetAsync; ReadAsStringAsync and JsonConvert", Byterot),
        new HttpClientStrategy("read-as-async-2014", new ReadAsAsync2014(),
            "HttpClient.GetAsync; ReadAsAsync<T> with new formatters for each call", Byterot),
        new HttpClientStrategy("buffered-stj", new BufferedStj(),
            "HttpClient.GetAsync, body buffered; System.Text.Json", Reis),
        new HttpClientStrategy("headers-read-stj", new HeadersReadStj(),
            "HttpClient.GetAsync, headers read; System.Text.Json from the stream", Reis),
        new HttpClientStrategy("get-stream-stj", new GetStreamStj(),
            "HttpClient.GetStreamAsync; System.Text.Json from the stream", Reis),
        new HttpClientStrategy("get-from-json-reflection", new GetFromJsonReflection(),
            "HttpClient.GetFromJsonAsync; System.Text.Json, reflection", ".NET 5, 2020"),
        new HttpClientStrategy("get-from-json", new GetFromJson(),
            "HttpClient.GetFromJsonAsync; System.Text.Json, source-generated", ".NET 6, 2021"),
    ];

    private static readonly Dictionary<string, Strategy> ByName = All.ToDictionary(strategy => strategy.Name);

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(strategy => strategy.Name)];

    public static Strategy Get(string name) => ByName[name];
}
