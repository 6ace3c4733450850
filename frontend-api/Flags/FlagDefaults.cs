namespace FrontendApi.Flags;

/// <summary>What holds where the caller does not say. Section <c>Client</c>; the values are those of the flags.</summary>
internal sealed class FlagDefaults
{
    public const string Section = "Client";

    /// <value>Default: get-from-json, what new code should do.</value>
    public string Strategy { get; set; } = "get-from-json";

    /// <value>For the strategies over HttpClient, and for ingestion. Default: factory.</value>
    public string Lifetime { get; set; } = Backend.ClientLifetime.Factory;

    /// <value>Default: sequential.</value>
    public string FanOut { get; set; } = Customers.FanOut.Sequential;

    /// <value>Of ingestion. Default: async.</value>
    public string Mode { get; set; } = Ingestion.ForwardMode.Async;

    /// <value>Default: none, so that it is measured only where it is asked for.</value>
    public string Resilience { get; set; } = Backend.Resilience.ResilienceMode.None;
}
