namespace FrontendApi.Ingestion;

/// <summary>Whether a thread is blocked while a payload is posted: the values of the flag <c>mode</c>.</summary>
internal static class ForwardMode
{
    /// <summary>As the source's first version did, with <c>.Result</c>.</summary>
    public const string Sync = "sync";

    public const string Async = "async";

    public static readonly IReadOnlyList<string> Values = [Sync, Async];

    /// <summary>What stands in the place of a strategy in the metrics of the calls.</summary>
    public static string LabelOf(string mode) => mode is Sync ? "ingest-sync" : "ingest-async";
}
