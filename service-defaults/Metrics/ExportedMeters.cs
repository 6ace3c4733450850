using System.Diagnostics.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>Selects the meters, instruments and histogram buckets to export, whichever library exports them.</summary>
internal static class ExportedMeters
{
    // The instrument http.client.active_requests is not exported: it is updated twice for each call, although
    // http.client.open_connections already has the number of active connections.
    private const string ExcludedInstrument = "http.client.active_requests";

    private static readonly string[] BuiltInDurations =
        ["http.server.request.duration", "http.client.request.duration", "http.client.request.time_in_queue"];

    public static string[] GetNames(string serviceMeter) =>
    [
        "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "Microsoft.AspNetCore.RateLimiting",
        "System.Net.Http", "System.Runtime", ProcessMetrics.MeterName, serviceMeter,
    ];

    public static bool IsExcludedInstrument(Instrument instrument) => instrument.Name is ExcludedInstrument;

    /// <summary>
    /// Returns whether the instrument is a built-in histogram whose default buckets are too coarse for short durations.
    /// </summary>
    public static bool NeedsDurationBuckets(Instrument instrument) => BuiltInDurations.Contains(instrument.Name);
}

/// <summary>The histogram buckets for the durations of requests and calls.</summary>
public static class DurationBuckets
{
    /// <summary>
    /// The upper bounds of the buckets in seconds, from 0.25 ms to 10 s. The default buckets begin at 5 ms, and most
    /// requests to the services are shorter.
    /// </summary>
    public static IReadOnlyList<double> BoundsInSeconds { get; } =
    [
        0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ];
}
