namespace FrontendApi.Strategies;

/// <summary>
/// The catalogue of all strategies. The query flag strategy, its error messages, /api/strategies, the OpenAPI document,
/// the tests and the demo take the strategies from this class.
/// </summary>
internal static class StrategyCatalog
{
    /// <summary>The strategies that read JSON with one call for each document.</summary>
    public const string DefaultSet = "strategies";

    /// <summary>The strategies with other messages between the services, and one to compare them with.</summary>
    public const string PayloadSet = "payloads";

    private const string ByterotArticle = "Byterot, 2014";
    private const string ReisArticle = "Reis, 2021";

    public static readonly IReadOnlyList<Strategy> All =
    [
        new WebClientStrategy("webclient-sync", new WebClientSync(),
            "WebClient.DownloadString, blocking; JsonConvert", ByterotArticle) { IsBlocking = true },
        new WebClientStrategy("webclient-async", new WebClientAsync(),
            "WebClient.DownloadStringTaskAsync; JsonConvert", ByterotArticle),
        new HttpClientStrategy("read-as-async", new ReadAsAsync(),
            "HttpClient.GetAsync; ReadAsAsync<T>() with the current library", ByterotArticle),
        new HttpClientStrategy("string-jsonconvert", new StringJsonConvert(),
            "HttpClient.GetAsync; ReadAsStringAsync and JsonConvert", ByterotArticle),
        new HttpClientStrategy("read-as-async-2014", new ReadAsAsync2014(),
            "HttpClient.GetAsync; ReadAsAsync<T> with new formatters for each call", ByterotArticle),
        new HttpClientStrategy("buffered-stj", new BufferedStj(),
            "HttpClient.GetAsync, body buffered; System.Text.Json", ReisArticle),
        new HttpClientStrategy("headers-read-stj", new HeadersReadStj(),
            "HttpClient.GetAsync, headers read; System.Text.Json from the stream", ReisArticle),
        new HttpClientStrategy("get-stream-stj", new GetStreamStj(),
            "HttpClient.GetStreamAsync; System.Text.Json from the stream", ReisArticle),
        new HttpClientStrategy("get-from-json-reflection", new GetFromJsonReflection(),
            "HttpClient.GetFromJsonAsync; System.Text.Json, reflection", ".NET 5, 2020"),
        new HttpClientStrategy("get-from-json", new GetFromJson(),
            "HttpClient.GetFromJsonAsync; System.Text.Json, source-generated", ".NET 6, 2021")
        {
            Sets = [DefaultSet, PayloadSet],
        },
        new HttpClientStrategy("orders-array", new OrdersArray(),
            "HttpClient.GetFromJsonAsync; one call for all orders, as an array", ".NET 6, 2021")
        {
            Sets = [PayloadSet],
        },
        new HttpClientStrategy("orders-stream", new OrdersStream(),
            "HttpClient.GetFromJsonAsAsyncEnumerable; one call for all orders, each as it arrives", ".NET 8, 2023")
        {
            Sets = [PayloadSet],
        },
        new HttpClientStrategy("orders-included", new OrdersIncluded(),
            "HttpClient.GetFromJsonAsync; one call for the customer and all orders", ".NET 6, 2021")
        {
            IncludesOrders = true,
            Sets = [PayloadSet],
        },
        new HttpClientStrategy("protobuf-body", new ProtobufBody(),
            "HttpClient.SendAsync; a Protobuf message instead of JSON", "protoc for C#, 2015")
        {
            Sets = [PayloadSet],
        },
        new HttpClientStrategy("protobuf-grpc-framing", new ProtobufGrpcFraming(),
            "HttpClient.SendAsync; a Protobuf message with the framing of gRPC", "gRPC, 2015")
        {
            AcceptsEncodings = false,
            Sets = [PayloadSet],
        },
    ];

    private static readonly Dictionary<string, Strategy> StrategiesByName = All.ToDictionary(strategy => strategy.Name);

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(strategy => strategy.Name)];

    /// <summary>Returns the names of the strategies of a set, in the order of the catalogue.</summary>
    public static IEnumerable<string> GetNames(string set) =>
        All.Where(strategy => strategy.Sets.Contains(set)).Select(strategy => strategy.Name);

    public static Strategy Get(string name) => StrategiesByName[name];
}
