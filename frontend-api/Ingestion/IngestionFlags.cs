using FrontendApi.Backend;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Ingestion;

/// <summary>The query flags of a request that forwards a payload.</summary>
/// <param name="Lifetime">The lifetime of the client: factory, shared or per-request.</param>
/// <param name="Mode">Whether the call to the back-end blocks a thread: sync or async.</param>
/// <param name="Resilience">The resilience mode: none or standard.</param>
internal sealed record IngestionFlags(string Lifetime, string Mode, string Resilience)
{
    public static readonly IReadOnlyList<QueryFlag> All =
        [ClientLifetime.ClientFlag, BlockingMode.ModeFlag, ResilienceMode.ResilienceFlag];

    /// <summary>
    /// Returns the query flags of a request, or null if a flag is not valid. The binder then contains the errors.
    /// </summary>
    public static IngestionFlags? Bind(QueryFlagBinder binder)
    {
        var flags = new IngestionFlags(
            binder.Get(ClientLifetime.ClientFlag), binder.Get(BlockingMode.ModeFlag), binder.Get(
                ResilienceMode.ResilienceFlag));
        return binder.IsValid ? flags : null;
    }
}

/// <summary>The values of the query flag <c>mode</c>.</summary>
internal static class BlockingMode
{
    /// <summary>
    /// Waits for the back-end with <c>.Result</c>, which blocks a thread, as the first program of Prodan, 2016, did.
    /// </summary>
    public const string SyncMode = "sync";

    /// <summary>Awaits the call to the back-end, without blocking a thread.</summary>
    public const string AsyncMode = "async";

    public static readonly ChoiceFlag ModeFlag = new("mode",
        "Whether a thread is blocked while a payload is forwarded to the back-end.", [SyncMode, AsyncMode], AsyncMode)
    {
        ConfigurationKey = "Client:Mode",
    };

    /// <summary>
    /// Returns the metrics label of the calls that forward a payload. Other calls have the name of a strategy as label.
    /// </summary>
    public static string GetLabel(string mode) => mode is SyncMode ? "ingest-sync" : "ingest-async";
}
