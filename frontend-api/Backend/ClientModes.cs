namespace FrontendApi.Backend;

internal static class ClientLifetime
{
    public const string Factory = "factory"; // IHttpClientFactory, for each incoming request, over pooled handlers
    public const string Shared = "shared"; // one HttpClient for all requests of the process
    public const string PerRequest = "per-request"; // a client for each incoming request, disposed with it
    public const string OwnLabel = "own"; // the metrics label of strategies that own their client

    public static readonly string[] All = [Factory, Shared, PerRequest];
}

internal static class FanOutMode
{
    public const string Sequential = "sequential"; // one order after the other, as in the publications
    public const string Parallel = "parallel"; // all at the same time; a blocking strategy takes a thread for each
    public const string OneCallLabel = "one-call"; // the metrics label of strategies that read all orders with one call

    public static readonly string[] All = [Sequential, Parallel];
}

internal static class ResilienceMode
{
    public const string None = "none";
    public const string Standard = "standard"; // the standard handler of Microsoft.Extensions.Http.Resilience
    public const string Hedging = "hedging"; // the standard hedging handler of that library
    public const string Budget = "budget"; // retries that are limited to a share of all calls

    public static readonly string[] All = [None, Standard, Hedging, Budget];
}

internal static class HttpMode
{
    public const string Http11 = "1.1"; // a connection carries one request at a time
    public const string Http2 = "2"; // one connection carries all requests, up to the limit of the back-end
    public const string Http2Multi = "2-multi"; // requests above that limit open further connections

    public static readonly string[] All = [Http11, Http2, Http2Multi];
}

internal static class BlockingMode
{
    public const string Sync = "sync"; // waits with .Result, as the first program of Prodan, 2016, did
    public const string Async = "async";

    public static readonly string[] All = [Async, Sync];
}
