using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports;

/// <summary>Creates the table of the phases of the requests.</summary>
internal static class TimingsTable
{
    /// <summary>The headings of the columns that follow the name of the phase.</summary>
    public static readonly IReadOnlyList<string> Headings = ["p50", "p90", "p99", "max", "mean"];

    /// <summary>
    /// Creates a row for each phase that occurred: its name, a cell for each heading, and an explanation.
    /// </summary>
    public static IEnumerable<(string Name, string[] Cells, string Explanation)> CreateRows(VariantResult run)
    {
        if (run.Timings is not { } timings)
            return [];
        return new[]
        {
            ("connect", timings.Connect, $"DNS and TCP, {FormatCount(timings.ConnectionsOpened)} connections opened"),
            ("TLS", timings.Tls, "handshake"),
            ("first byte", timings.Ttfb, "from the send"),
            ("body", timings.Body, "first to last byte"),
            ("failed", run.FailureLatency, "until the error"),
        }.Where(row => row.Item2 is not null).Select(row => (row.Item1, CreateCells(row.Item2!), row.Item3));
    }

    private static string[] CreateCells(LatencyResult phase) =>
    [
        FormatNumber(phase.P50),
        FormatNumber(phase.P90),
        FormatNumber(phase.P99),
        FormatNumber(phase.Max),
        FormatNumber(phase.Mean),
    ];
}
