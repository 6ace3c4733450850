using FrontendApi.Backend;
using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Customers;

/// <summary>The values of the query flags of a request for a customer.</summary>
/// <param name="Strategy">The strategy that reads from the back-end.</param>
/// <param name="Lifetime">
/// The lifetime of the client: factory, shared, per-request, or own for a strategy that owns its client.
/// </param>
/// <param name="FanOut">
/// How the orders are read: sequential or parallel, or one-call for a strategy that reads all orders with one call.
/// </param>
/// <param name="Resilience">The resilience mode, which is none for a strategy that owns its client.</param>
/// <param name="Http">The version of HTTP to the back-end.</param>
internal sealed record CustomerFlags(Strategy Strategy, string Lifetime, string FanOut, string Resilience, string Http)
{
    /// <summary>
    /// Returns the query flags of a request, or null if a flag is not valid. The binder then contains the errors.
    /// </summary>
    /// <param name="binder">The binder of the request.</param>
    /// <param name="backend">The addresses of the back-end, which limit the versions of HTTP.</param>
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
        else if (backend.GetAddress(http) is null)
        {
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
