using FrontendApi.Backend;
using FrontendApi.Strategies;

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
        "Client:Resilience", ResilienceMode.None, ResilienceMode.All);

    public static readonly QueryFlag Http = new("http",
        "The version of HTTP to the back-end: 2 uses one connection, 2-multi opens more when it is full. WebClient "
        + "strategies do not have this flag, and the strategy grpc needs 2 or 2-multi.",
        "Client:Http", HttpMode.Http11, HttpMode.All);

    public static readonly QueryFlag Mode = new("mode",
        "Whether a thread is blocked while a payload is forwarded to the back-end.",
        "Client:Mode", BlockingMode.Async, [BlockingMode.Async, BlockingMode.Sync]);

    public static readonly QueryFlag[] OfCustomers = [Strategy, Client, FanOut, Resilience, Http];

    public static readonly QueryFlag[] OfIngestion = [Client, Mode, Resilience];

    /// <summary>Returns the query flags that have an effect on a strategy, which its type decides.</summary>
    public static IEnumerable<QueryFlag> GetFlags(Strategy strategy) => OfCustomers
        .Where(flag => strategy is not WebClientStrategy || (flag != Client && flag != Resilience && flag != Http))
        .Where(flag => strategy is not OneCallStrategy || flag != FanOut);
}

/// <summary>The query flags of a request for a customer, which are its labels in the metrics, too.</summary>
internal readonly record struct CustomerFlags(
    Strategy Strategy, string Lifetime, string FanOut, string Resilience, string Http)
{
    public LabelledFlags ToLabelled() => new()
    {
        Strategy = Strategy.Name,
        Client = Lifetime,
        FanOut = FanOut,
        Resilience = Resilience,
        Http = Http,
    };

    /// <summary>Returns null if a flag is not valid. The binder then contains the errors.</summary>
    public static CustomerFlags? Bind(QueryFlagBinder binder, BackendOptions backend)
    {
        var (name, lifetime, fanOut) = (binder.Get(Flags.Strategy), binder.Get(Flags.Client), binder.Get(Flags.FanOut));
        var (resilience, http) = (binder.Get(Flags.Resilience), binder.Get(Flags.Http));
        if (!binder.IsValid)
            return null;

        var strategy = StrategyCatalog.Get(name);
        if (strategy is OneCallStrategy)
        {
            fanOut = FanOutMode.OneCallLabel;
            Refuse(Flags.FanOut, "reads all orders with one call");
        }

        if (strategy is WebClientStrategy)
        {
            if (binder.IsSet(Flags.Resilience) && resilience is not ResilienceMode.None)
            {
                binder.AddError(Flags.Resilience.Name,
                    $"The strategy '{name}' accepts 'none' only: resilience is a handler of HttpClient.");
            }

            (lifetime, resilience, http) = (ClientLifetime.OwnLabel, ResilienceMode.None, HttpMode.Http11);
            Refuse(Flags.Client, "owns its client");
            Refuse(Flags.Http, "owns its client");
        }
        else
        {
            if (strategy is IHttp2Strategy && http is HttpMode.Http11)
            {
                http = HttpMode.Http2;
                Refuse(Flags.Http, "needs HTTP/2");
            }

            if (http is not HttpMode.Http11 && BackendClients.GetAddress(backend, http) is null)
                binder.AddError(Flags.Http.Name, "The back-end has no address for HTTP/2. Set Backend:Http2Address.");
        }

        return binder.IsValid ? new(strategy, lifetime, fanOut, resilience, http) : null;

        void Refuse(QueryFlag flag, string reason)
        {
            if (binder.IsSet(flag))
                binder.AddError(flag.Name, $"The strategy '{name}' {reason}. Leave out the flag '{flag.Name}'.");
        }
    }
}
