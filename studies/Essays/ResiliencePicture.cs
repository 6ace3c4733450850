namespace Studies.Essays;

/// <summary>Draws the matrix of faults and modes of resilience, and writes it as the table of the page.</summary>
internal static class ResiliencePicture
{
    private const double Left = 116;
    private const double Column = 62;
    private const double Top = 26;
    private const double RowHeight = 34;
    private const double Bar = 52;
    private const double AtOnceS = 0.05;

    public static string Format(EssayResults results)
    {
        var rows = ReadRows(results);
        var faults = GetFaults(rows);
        var picture = new SvgPicture(
            "Good answers and calls to the back-end, for each fault and each mode of resilience",
            "A bar is the share of good answers. The number below it is the calls to the back-end per request.",
            Top + (faults.Length * RowHeight));
        foreach (var (column, mode) in ResilienceMatrixStudy.Modes.Index())
            picture.AddText(Left + (column * Column), 12, mode, size: 10.5, colour: Palette.Ink);
        foreach (var (index, fault) in faults.Index())
        {
            var y = Top + (index * RowHeight);
            picture.AddText(0, y + 10, fault.Title, colour: Palette.Ink);
            foreach (var (column, mode) in ResilienceMatrixStudy.Modes.Index())
            {
                var x = Left + (column * Column);
                var row = rows.Single(one => one.Fault == fault.Name && one.Mode == mode);
                picture.AddRectangle(x, y, Bar, 10, Palette.Grid);
                picture.AddRectangle(x, y, Bar * row.GoodPercent.Median / 100, 10, Palette.Quiet);
                picture.AddText(x, y + 24, row.CallsPerRequest.Median.ToString("0.00", CultureInfo.InvariantCulture));
            }
        }

        return picture.Format();
    }

    public static string InsertTable(string page, EssayResults results)
    {
        var rows = ReadRows(results);
        var table = new TextTable(1, ["fault", .. ResilienceMatrixStudy.Modes.Select(mode => $"`{mode}`")]);
        foreach (var fault in GetFaults(rows))
            table.Add([fault.Title, .. rows.Where(row => row.Fault == fault.Name).Select(FormatCell)]);
        return GeneratedPart.Replace(
            page, $"*Measured: {ReadMachine("matrix")}. The dead connection: {ReadMachine("dead")}.*\n\n{table.ToMarkdown()}");

        string ReadMachine(string result) => $"{results.ReadJson(result).GetProperty("machine")}";
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

    private static ResilienceFault[] GetFaults(IReadOnlyList<ResilienceRow> rows) =>
        [.. ResilienceFault.All.Where(fault => rows.Any(row => row.Fault == fault.Name))];

    /// <summary>Reads the rows of the modes. A fault that was measured again has the later rows.</summary>
    private static ResilienceRow[] ReadRows(EssayResults results) =>
    [
        .. results.ReadResults<ResilienceRow>("dead").Concat(results.ReadResults<ResilienceRow>("matrix"))
            .DistinctBy(row => (row.Fault, row.Mode))
            .Where(row => ResilienceMatrixStudy.Modes.Contains(row.Mode))
            .OrderBy(row => Array.IndexOf(ResilienceMatrixStudy.Modes, row.Mode)),
    ];
}
