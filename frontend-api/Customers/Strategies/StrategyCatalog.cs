namespace FrontendApi.Customers.Strategies;

/// <summary>Every strategy. The flag, its errors, the routes, the documentation, the tests and the demo read from here.</summary>
internal static class StrategyCatalog
{
    private const string Byterot = "Byterot, 2014";
    private const string Reis = "Reis, 2021";

    public static readonly IReadOnlyList<Strategy> All =
    [
        new("webclient-sync", new WebClientSync(), "WebClient.DownloadString, blocking; JsonConvert", Byterot) { Blocking = true },
        new("webclient-async", new WebClientAsync(), "WebClient.DownloadStringTaskAsync; JsonConvert", Byterot),
        new("read-as-async", new ReadAsAsync(), "HttpClient.GetAsync; ReadAsAsync<T>() as the library does it today", Byterot),
        new("string-jsonconvert", new StringJsonConvert(), "HttpClient.GetAsync; ReadAsStringAsync and JsonConvert", Byterot),
        new("read-as-async-2014", new ReadAsAsync2014(), "HttpClient.GetAsync; ReadAsAsync<T> with new formatters each call", Byterot),
        new("buffered-stj", new BufferedStj(), "HttpClient.GetAsync, body buffered; System.Text.Json", Reis),
        new("headers-read-stj", new HeadersReadStj(), "HttpClient.GetAsync, headers read; System.Text.Json from the stream", Reis),
        new("get-stream-stj", new GetStreamStj(), "HttpClient.GetStreamAsync; System.Text.Json from the stream", Reis),
        new("get-from-json", new GetFromJson(), "HttpClient.GetFromJsonAsync; System.Text.Json, source-generated", ".NET 6, 2021"),
    ];

    private static readonly Dictionary<string, Strategy> ByName = All.ToDictionary(strategy => strategy.Name);

    public static IEnumerable<string> Names => All.Select(strategy => strategy.Name);

    public static Strategy Get(string name) => ByName[name];
}
