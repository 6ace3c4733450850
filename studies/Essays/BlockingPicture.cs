namespace Studies.Essays;

/// <summary>Draws who is answered of a burst of requests that wait, and writes the table of the page.</summary>
internal static class BlockingPicture
{
    private const string Result = "bursts";
    private const double Left = 148;
    private const double Column = 84;
    private const double Top = 24;
    private const double RowHeight = 22;
    private const double Bar = 36;

    private static readonly string[] PageKinds =
        ["await", "sleep", "result", "get-from-json-2000", "webclient-sync-2000", "result-blocking-0"];

    public static string Format(EssayResults results)
    {
        var rows = results.ReadResults<BlockingRow>(Result);
        var (lines, pools) = (GetLines(rows), GetPools(rows));
        var picture = new SvgPicture(
            "Bursts of requests that wait: the share that is answered in time, and when the last one is answered",
            "A bar is the share that is answered within 30 seconds. The number beside it is the time of the last answer; "
                + "there is a dash if not all are answered.",
            Top + (lines.Length * RowHeight));
        foreach (var (column, pool) in pools.Index())
            picture.AddText(Left + (column * Column), 12, FormatPool(pool), size: 10.5, colour: Palette.Ink);
        foreach (var (index, line) in lines.Index())
        {
            var y = Top + (index * RowHeight);
            picture.AddText(0, y + 11, FormatTitle(line, ""), size: SvgPicture.SmallFontSize, colour: Palette.Ink);
            foreach (var row in line)
            {
                var x = Left + (Array.IndexOf(pools, row.Pool) * Column);
                picture.AddRectangle(x, y + 1, Bar, 12, Palette.Grid);
                picture.AddRectangle(x, y + 1, Bar * row.InTimePercent.Median / 100, 12, Palette.Quiet);
                var last = row.LastS is null ? TableNumbers.NotMeasured : $"{Format(row.LastS)} s";
                picture.AddText(x + Bar + 5, y + 11, last, size: 10.5);
            }
        }

        return picture.Format();
    }

    /// <summary>Writes the table of some of the ways to wait, in warm processes, into the page.</summary>
    public static string InsertTable(string page, EssayResults results)
    {
        var rows = results.ReadResults<BlockingRow>(Result);
        var table = new TextTable(1, ["", .. GetPools(rows).Select(pool => $"{FormatPool(pool)} threads")]);
        foreach (var line in GetLines(rows.Where(row => PageKinds.Contains(row.Kind) && row.State is "warm")))
            table.Add([FormatTitle(line, "`"), .. line.Select(FormatCell)]);
        return GeneratedPart.Replace(
            page, $"{table.ToMarkdown()}\n*Measured: {results.ReadJson(Result).GetProperty("machine")}.*\n");
    }

    private static string FormatCell(BlockingRow row) => row.LastS is null
        ? $"**{$"{row.AnsweredPercent}".Replace("0.000", "0")} % answered**"
        : $"all after {row.LastS} s";

    private static string Format(StartRange? range) => TableNumbers.Format(range?.Median);

    private static string FormatTitle(IGrouping<(string Kind, string State), BlockingRow> line, string quote)
    {
        var kind = BlockingKind.All.Single(one => one.Name == line.Key.Kind);
        return $"{quote}{kind.Title}{quote}" + (kind.Strategy is null ? $", {line.Key.State}" : "");
    }

    private static IGrouping<(string Kind, string State), BlockingRow>[] GetLines(IEnumerable<BlockingRow> rows) =>
        [.. rows.GroupBy(row => (row.Kind, row.State))];

    private static string[] GetPools(IEnumerable<BlockingRow> rows) => [.. rows.Select(row => row.Pool).Distinct()];

    private static string FormatPool(string pool) => pool.Replace("-32767", " or more").Replace("-", " to ");
}
