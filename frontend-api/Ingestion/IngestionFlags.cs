using FrontendApi.Backend;
using FrontendApi.QueryFlags;

namespace FrontendApi.Ingestion;

/// <summary>The values of the query flags of a request that forwards a payload.</summary>
internal sealed record IngestionFlags(string Client, string Mode, string Resilience)
    : CallFlags(Mode is BlockingMode.Sync ? "ingest-sync" : "ingest-async", Client, Resilience, HttpMode.Http11)
{
    public override bool IsBlocking => Mode is BlockingMode.Sync;

    public override (string Flag, string Value)[] Values =>
        [("client", Client), ("resilience", Resilience), ("mode", Mode)];

    public static IngestionFlags Bind(QueryFlagBinder binder, BackendOptions _) =>
        new(binder.Get(Flags.Client), binder.Get(Flags.Mode), binder.Get(Flags.Resilience));
}
