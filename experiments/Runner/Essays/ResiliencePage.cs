using Experiments.Pictures;

namespace Experiments.Essays;

/// <summary>Draws the matrix of faults and modes of resilience, and writes it as the table of the page.</summary>
internal static class ResiliencePage
{
    private const double AtOnceS = 0.05;
    private const string Matrix = "resilience/resilience-matrix.json";
    private const string Dead = "resilience/dead-http2.json";
    private static readonly string[] Modes = ["none", "budget", "standard", "hedging"];

    public static string Draw() => new BarPicture(
        "Good answers and calls to the back-end, for each fault and each mode of resilience",
        "A bar is the share of good answers. The number beside it counts the calls to the back-end per request.",
        Modes).Format(
        [
            .. ReadFaults().Select(fault => (fault.Title, fault.Rows.Select((row, column) => (
                column, row.GetFigure("good %")!.Median, $"{row.GetFigure("calls/request")!.Median:0.00}")))),
        ]);

    public static string FormatTable()
    {
        var table = new TextTable(1, ["fault", .. Modes.Select(mode => $"`{mode}`")]);
        foreach (var (title, rows) in ReadFaults())
            table.Add([title, .. rows.Select(FormatCell)]);
        return $"*Measured: {StudyResult.Read(Matrix).Machine} ([result](../experiments/results/{Matrix})). The dead connection: "
            + $"{StudyResult.Read(Dead).Machine} ([result](../experiments/results/{Dead})).*\n\n"
            + table.ToMarkdown();
    }

    // Without good answers there are no latencies, and most faults leave nothing to recover from.
    private static string FormatCell(StudyRow row) => string.Join("<br>", [
        $"**{row.GetFigure("good %")} %**", $"{row.GetFigure("calls/request")} calls",
        .. row.GetFigure("p50 ms") is not { } p50 ? Array.Empty<string>()
            : [$"p50 {Format(p50)}", $"p99 {Format(row.GetFigure("p99 ms"))} ms"],
        .. row.GetFigure("recovered in s") switch
        {
            null => ["not back"],
            { Median: < AtOnceS } => Array.Empty<string>(),
            var recovery => [$"back in {Format(recovery)} s"],
        },
    ]);

    private static string Format(StartRange? range) => TableNumbers.Format(range?.Median);

    /// <summary>Reads the faults with a row for each mode. One that was measured again has the later rows.</summary>
    private static IEnumerable<(string Title, IEnumerable<StudyRow> Rows)> ReadFaults()
    {
        var later = StudyResult.Read(Dead).ReadRows().ToLookup(GetFault);
        return
            from fault in StudyResult.Read(Matrix).ReadRows().GroupBy(GetFault)
            let rows = later.Contains(fault.Key) ? later[fault.Key] : fault
            select (fault.Key, Modes.Select(mode => rows.Single(row => row.GetWord("mode") == mode)));
    }

    private static string GetFault(StudyRow row) => row.GetWord("fault");
}
