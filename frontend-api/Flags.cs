using FrontendApi.Strategies;
using Microsoft.AspNetCore.Http.Features;

namespace FrontendApi;

/// <summary>The query flags of the front-end. The names of flags and values ignore case.</summary>
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

    /// <summary>Labels the metrics and the span of a request.</summary>
    public static void AddMetricTags(HttpContext context, params ReadOnlySpan<(string Label, string Value)> tags)
    {
        if (context.Features.Get<IHttpMetricsTagsFeature>()?.Tags is not { } labels)
            return;
        foreach (var (label, value) in tags)
            labels.Add(new(label, value));
    }

    /// <summary>Returns the query flags that have an effect on a strategy, which its type decides.</summary>
    public static IEnumerable<QueryFlag> GetFlags(Strategy strategy) => OfCustomers
        .Where(flag => strategy is HttpClientStrategy || (flag != Client && flag != Resilience && flag != Http))
        .Where(flag => strategy is not OneCallStrategy || flag != FanOut);
}

internal static class ClientLifetime
{
    public const string Factory = "factory"; // IHttpClientFactory, for each incoming request, over pooled handlers
    public const string Shared = "shared"; // one HttpClient for all requests of the process
    public const string PerRequest = "per-request"; // a client for each incoming request, disposed with it
    public const string OwnLabel = "own"; // the metrics label of strategies that own their client
}

internal static class FanOutMode
{
    public const string Sequential = "sequential"; // one order after the other, as in the publications
    public const string Parallel = "parallel"; // all at the same time; a blocking strategy takes a thread for each
    public const string OneCallLabel = "one-call"; // the metrics label of strategies that read all orders with one call
}

internal static class ResilienceMode
{
    public const string None = "none";
    public const string Standard = "standard"; // the standard handler of Microsoft.Extensions.Http.Resilience
    public const string Hedging = "hedging"; // the standard hedging handler of that library
    public const string Retry = "retry"; // retries alone: the way to multiply the load of an overloaded back-end
    public const string Breaker = "breaker"; // a circuit breaker alone
    public const string Budget = "budget"; // retries that are limited to a share of all calls
}

internal static class HttpMode
{
    public const string Http11 = "1.1"; // a connection carries one request at a time
    public const string Http2 = "2"; // one connection carries all requests, up to the limit of the back-end
    public const string Http2Multi = "2-multi"; // requests above that limit open further connections
}

internal static class BlockingMode
{
    public const string Sync = "sync"; // waits with .Result, as the first program of Prodan, 2016, did
    public const string Async = "async";
}
