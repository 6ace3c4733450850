namespace FrontendApi.Strategies;

/// <summary>
/// The catalogue of all strategies. The query flag strategy, its error messages, /api/strategies, the OpenAPI document,
/// the tests and the demo take the strategies from this class.
/// </summary>
internal static class StrategyCatalog
{
    private const string ByterotArticle = "Byterot, 2014";
    private const string ReisArticle = "Reis, 2021";

    public static readonly IReadOnlyList<Strategy> All =
    [
        new WebClientSync
        {
            Name = "webclient-sync", Source = ByterotArticle,
            Summary = "WebClient.DownloadString, blocking; JsonConvert",
        },
        new WebClientAsync
        {
            Name = "webclient-async", Source = ByterotArticle,
            Summary = "WebClient.DownloadStringTaskAsync; JsonConvert",
        },
        new ReadAsAsync
        {
            Name = "read-as-async", Source = ByterotArticle,
            Summary = "HttpClient.GetAsync; ReadAsAsync<T>() with the current library",
        },
        new StringJsonConvert
        {
            Name = "string-jsonconvert", Source = ByterotArticle,
            Summary = "HttpClient.GetAsync; ReadAsStringAsync and JsonConvert",
        },
        new ReadAsAsync2014
        {
            Name = "read-as-async-2014", Source = ByterotArticle,
            Summary = "HttpClient.GetAsync; ReadAsAsync<T> with new formatters for each call",
        },
        new BufferedStj
        {
            Name = "buffered-stj", Source = ReisArticle,
            Summary = "HttpClient.GetAsync, body buffered; System.Text.Json",
        },
        new HeadersReadStj
        {
            Name = "headers-read-stj", Source = ReisArticle,
            Summary = "HttpClient.GetAsync, headers read; System.Text.Json from the stream",
        },
        new GetStreamStj
        {
            Name = "get-stream-stj", Source = ReisArticle,
            Summary = "HttpClient.GetStreamAsync; System.Text.Json from the stream",
        },
        new GetFromJsonReflection
        {
            Name = "get-from-json-reflection", Source = ".NET 5, 2020",
            Summary = "HttpClient.GetFromJsonAsync; System.Text.Json, reflection",
        },
        new GetFromJson
        {
            Name = "get-from-json", Source = ".NET 6, 2021",
            Summary = "HttpClient.GetFromJsonAsync; System.Text.Json, source-generated",
        },
        new OrdersArray
        {
            Name = "orders-array", Source = ".NET 6, 2021",
            Summary = "HttpClient.GetFromJsonAsync; one call for all orders, as an array",
        },
        new OrdersStream
        {
            Name = "orders-stream", Source = ".NET 6, 2021",
            Summary = "HttpClient.GetStreamAsync; one call for all orders, each as it arrives",
        },
        new OrdersIncluded
        {
            Name = "orders-included", Source = ".NET 6, 2021",
            Summary = "HttpClient.GetFromJsonAsync; one call for the customer and all orders",
        },
        new ProtobufBody
        {
            Name = "protobuf-body", Source = "protoc for C#, 2015",
            Summary = "HttpClient.SendAsync; a Protobuf message instead of JSON",
        },
    ];

    private static readonly Dictionary<string, Strategy> StrategiesByName = All.ToDictionary(strategy => strategy.Name);

    public static IReadOnlyList<string> Names { get; } = [.. All.Select(strategy => strategy.Name)];

    public static Strategy Get(string name) => StrategiesByName[name];
}
