using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace FrontendApi;

/// <summary>The query flags of the front-end. The names of flags and of their values ignore case.</summary>
internal static class Flags
{
    public static readonly QueryFlag Strategy = new("strategy",
        "The client API that reads from the back-end, and the parser that turns the body into an object.",
        "Client:Strategy", "get-from-json", StrategyCatalog.Names);

    public static readonly QueryFlag Client = new("client",
        "The lifetime of the HttpClient and its connections. WebClient strategies do not have this flag.",
        "Client:Lifetime", ClientLifetime.Factory,
        [ClientLifetime.Factory, ClientLifetime.Shared, ClientLifetime.PerRequest]);

    public static readonly QueryFlag FanOut = new("fanout",
        "Whether the orders of a customer are read one after the other or at the same time. Strategies that read all "
        + "orders with one call do not have this flag.",
        "Client:FanOut", FanOutMode.Sequential, [FanOutMode.Sequential, FanOutMode.Parallel]);

    public static readonly QueryFlag Resilience = new("resilience",
        "How calls to the back-end are protected. WebClient strategies accept 'none' only.",
        "Client:Resilience", ResilienceMode.None,
        [
            ResilienceMode.None, ResilienceMode.Standard, ResilienceMode.Hedging, ResilienceMode.Retry,
            ResilienceMode.Breaker, ResilienceMode.Budget,
        ]);

    public static readonly QueryFlag Http = new("http",
        "The version of HTTP to the back-end: 2 uses one connection, 2-multi opens more when it is full. WebClient "
        + "strategies do not have this flag.",
        "Client:Http", HttpMode.Http11, [HttpMode.Http11, HttpMode.Http2, HttpMode.Http2Multi]);

    public static readonly QueryFlag Mode = new("mode",
        "Whether a thread is blocked while a payload is forwarded to the back-end.",
        "Client:Mode", BlockingMode.Async, [BlockingMode.Async, BlockingMode.Sync]);

    public static readonly QueryFlag[] OfCustomers = [Strategy, Client, FanOut, Resilience, Http];

    public static readonly QueryFlag[] OfIngestion = [Client, Mode, Resilience];

    /// <summary>Returns the query flags that have an effect on a strategy, which its type decides.</summary>
    public static IEnumerable<QueryFlag> GetFlags(Strategy strategy) => OfCustomers
        .Where(flag => strategy is HttpClientStrategy || (flag != Client && flag != Resilience && flag != Http))
        .Where(flag => strategy is not OneCallStrategy || flag != FanOut);
}

/// <summary>Who owns the HttpClient and its connections.</summary>
internal static class ClientLifetime
{
    /// <summary>IHttpClientFactory creates a client for each incoming request, over pooled handlers.</summary>
    public const string Factory = "factory";

    /// <summary>A single HttpClient serves all requests of the process.</summary>
    public const string Shared = "shared";

    /// <summary>Each incoming request creates and disposes a client, whose connections no other request uses.</summary>
    public const string PerRequest = "per-request";

    /// <summary>The metrics label of strategies that own their client. It is not a value of the flag.</summary>
    public const string OwnLabel = "own";
}

/// <summary>How the orders of a customer are read.</summary>
internal static class FanOutMode
{
    /// <summary>One order after the other, as in the publications.</summary>
    public const string Sequential = "sequential";

    /// <summary>All orders at the same time. A blocking strategy then takes one thread for each order.</summary>
    public const string Parallel = "parallel";

    /// <summary>The metrics label of strategies that read all orders with one call. It is not a value of the flag.</summary>
    public const string OneCallLabel = "one-call";
}

/// <summary>The handlers between the HttpClient and its connections.</summary>
internal static class ResilienceMode
{
    public const string None = "none";

    /// <summary>The standard handler of Microsoft.Extensions.Http.Resilience, with default settings.</summary>
    public const string Standard = "standard";

    /// <summary>The standard hedging handler of that library, with default settings. Payloads are not hedged.</summary>
    public const string Hedging = "hedging";

    /// <summary>Retries alone: the way to multiply the load of a back-end that is overloaded.</summary>
    public const string Retry = "retry";

    /// <summary>A circuit breaker alone.</summary>
    public const string Breaker = "breaker";

    /// <summary>Retries that are limited to a share of all calls.</summary>
    public const string Budget = "budget";
}

/// <summary>The version of HTTP with which the back-end is called.</summary>
internal static class HttpMode
{
    /// <summary>A connection carries one request at a time.</summary>
    public const string Http11 = "1.1";

    /// <summary>One connection carries all requests, up to the limit of the back-end. Further requests wait.</summary>
    public const string Http2 = "2";

    /// <summary>As HTTP/2, but requests above the limit of the back-end open further connections.</summary>
    public const string Http2Multi = "2-multi";
}

/// <summary>Whether a payload is forwarded with a blocked thread.</summary>
internal static class BlockingMode
{
    /// <summary>Waits with <c>.Result</c>, which blocks a thread, as the first program of Prodan, 2016, did.</summary>
    public const string Sync = "sync";

    public const string Async = "async";
}
