using System.Diagnostics.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>What is exported, whichever library exports it.</summary>
internal static class Exported
{
    // Updated twice for each call, to say what the active ones of http.client.open_connections say too.
    private const string TwiceACall = "http.client.active_requests";

    private static readonly string[] Durations =
    [
        "http.server.request.duration", "http.client.request.duration", "http.client.request.time_in_queue",
        "backend.call.duration", "backend.call.time_to_first_byte",
    ];

    // The default bounds begin at 5 ms, and most answers here take less.
    private static readonly double[] Seconds =
    [
        0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ];

    public static string[] Meters(string serviceMeter) =>
    [
        "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Net.Http", "System.Runtime",
        ProcessIo.MeterName, serviceMeter,
    ];

    public static bool Excludes(Instrument instrument) => instrument.Name is TwiceACall;

    /// <returns>Null for the library's own.</returns>
    public static double[]? BoundsOf(Instrument instrument) => Durations.Contains(instrument.Name) ? Seconds : null;
}
