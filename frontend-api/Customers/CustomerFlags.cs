using FrontendApi.Backend;
using FrontendApi.QueryFlags;
using FrontendApi.Strategies;

namespace FrontendApi.Customers;

/// <summary>The values of the query flags of a request for a customer.</summary>
internal sealed record CustomerFlags(Strategy Strategy, string Client, string FanOut, string Resilience, string Http)
    : CallFlags(Strategy.Name, Client, Resilience, Http)
{
    public override string Owner => Strategy is IExclusiveClient ? Strategy.Name : "";

    public override bool IsBlocking => Strategy is IBlockingStrategy;

    public override (string Flag, string Value)[] Values =>
    [
        ("strategy", Strategy.Name), ("client", Client), ("fanout", FanOut), ("resilience", Resilience), ("http", Http),
    ];

    /// <summary>Reads the flags that a strategy has. The binder then has the errors.</summary>
    public static CustomerFlags? Bind(QueryFlagBinder binder, BackendOptions backend)
    {
        var (name, client, fanOut) = (binder.Get(Flags.Strategy), binder.Get(Flags.Client), binder.Get(Flags.FanOut));
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

            (client, resilience, http) = (ClientLifetime.OwnLabel, ResilienceMode.None, HttpMode.Http11);
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

        return new(strategy, client, fanOut, resilience, http);

        void Refuse(QueryFlag flag, string reason)
        {
            if (binder.IsSet(flag))
                binder.AddError(flag.Name, $"The strategy '{name}' {reason}. Leave out the flag '{flag.Name}'.");
        }
    }
}
