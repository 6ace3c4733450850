using FrontendApi.Backend;
using FrontendApi.Strategies;

namespace FrontendApi.Customers;

/// <summary>The query flags of a request for a customer, which are its labels in the metrics, too.</summary>
internal sealed record CustomerFlags(Strategy Strategy, string Lifetime, string FanOut, string Resilience, string Http)
{
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
