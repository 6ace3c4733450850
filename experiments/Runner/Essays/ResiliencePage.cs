using Experiments.Pictures;

namespace Experiments.Essays;

/// <summary>Draws the matrix of faults and modes of resilience, and writes it as the table of the page.</summary>
internal static class ResiliencePage
{
    private const double AtOnceS = 0.05;
    private const string Matrix = "resilience/resilience-matrix.json";
    private const string Dead = "resilience/dead-http2.json";

    public static string Draw() => new BarPicture(
        "Good answers and calls to the back-end, for each fault and each mode of resilience",
        "A bar is the share of good answers. The number beside it counts the calls to the back-end per request.",
        ResilienceFault.Modes).Format(
        [
            .. ReadFaults().Select(fault => (fault.Title, fault.Rows.Select((row, column) => (
                column, row.GoodPercent.Median, $"{row.CallsPerRequest.Median:0.00}")))),
        ]);

    public static string FormatTable()
    {
        var table = new TextTable(1, ["fault", .. ResilienceFault.Modes.Select(mode => $"`{mode}`")]);
        foreach (var (title, rows) in ReadFaults())
            table.Add([title, .. rows.Select(FormatCell)]);
        return $"*Measured: {StudyResult.Read(Matrix).Machine} ([result](../experiments/results/{Matrix})). The dead connection: "
            + $"{StudyResult.Read(Dead).Machine} ([result](../experiments/results/{Dead})).*\n\n"
            + table.ToMarkdown();
    }

    // Without good answers there are no latencies, and most faults leave nothing to recover from.
    private static string FormatCell(ResilienceRow row) => string.Join("<br>", [
        $"**{row.GoodPercent} %**", $"{row.CallsPerRequest} calls",
        .. row.P50Ms is null ? Array.Empty<string>() : [$"p50 {Format(row.P50Ms)}", $"p99 {Format(row.P99Ms)} ms"],
        .. row.RecoveryS switch
        {
            null => ["not back"],
            { Median: < AtOnceS } => Array.Empty<string>(),
            var recovery => [$"back in {Format(recovery)} s"],
        },
    ]);

    private static string Format(StartRange? range) => TableNumbers.Format(range?.Median);

    /// <summary>Reads the faults with a row for each mode. One that was measured again has the later rows.</summary>
    private static IEnumerable<(string Title, IEnumerable<ResilienceRow> Rows)> ReadFaults()
    {
        var rows = ((string[])[Dead, Matrix]).SelectMany(path => StudyResult.Read(path).Get<ResilienceRow>())
            .DistinctBy(row => (row.Fault, row.Mode)).ToLookup(row => row.Fault);
        return
            from fault in ResilienceFault.All
            where rows.Contains(fault.Name)
            select (fault.Title, ResilienceFault.Modes.Select(
                mode => rows[fault.Name].Single(row => row.Mode == mode)));
    }
}
