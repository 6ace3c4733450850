using FrontendApi.Backend;
using FrontendApi.QueryFlags;
using FrontendApi.Strategies;

namespace FrontendApi;

/// <summary>The query flags of the front-end. The names of flags and values ignore case.</summary>
internal static class Flags
{
    public static readonly QueryFlag Strategy = new("strategy",
        "The client API that reads from the back-end, and the parser that turns the body into an object.",
        "Client:Strategy", client => client.Strategy, StrategyCatalog.Names);

    public static readonly QueryFlag Client = new("client",
        "The lifetime of the HttpClient and its connections. WebClient strategies do not have this flag.",
        "Client:Lifetime", client => client.Lifetime, ClientLifetime.All);

    public static readonly QueryFlag FanOut = new("fanout",
        "Whether the orders of a customer are read one after the other or at the same time. Strategies that read all "
        + "orders with one call do not have this flag.",
        "Client:FanOut", client => client.FanOut, FanOutMode.All);

    public static readonly QueryFlag Resilience = new("resilience",
        "How calls to the back-end are protected. WebClient strategies accept 'none' only.",
        "Client:Resilience", client => client.Resilience, ResilienceMode.All);

    public static readonly QueryFlag Http = new("http",
        "The version of HTTP to the back-end: 2 uses one connection, 2-multi opens more when it is full. WebClient "
        + "strategies do not have this flag, and the strategy grpc needs 2 or 2-multi.",
        "Client:Http", client => client.Http, HttpMode.All);

    public static readonly QueryFlag Mode = new("mode",
        "Whether a thread is blocked while a payload is forwarded to the back-end.",
        "Client:Mode", client => client.Mode, BlockingMode.All);

    public static readonly QueryFlag[] OfCustomers = [Strategy, Client, FanOut, Resilience, Http];

    public static readonly QueryFlag[] OfIngestion = [Client, Mode, Resilience];

    public static readonly QueryFlag[] All = [.. OfCustomers, Mode];

    /// <summary>Returns the query flags that have an effect on a strategy, which its type decides.</summary>
    public static IEnumerable<QueryFlag> GetFlags(Strategy strategy) => OfCustomers
        .Where(flag => strategy is not WebClientStrategy || (flag != Client && flag != Resilience && flag != Http))
        .Where(flag => strategy is not OneCallStrategy || flag != FanOut);
}
