using Experiments.Pictures;

namespace Experiments.Essays;

/// <summary>Draws who is answered of a burst of requests that wait, and writes the table of the page.</summary>
internal static class BlockingPage
{
    private const string Path = "blocking/blocking.json";

    public static string Draw()
    {
        var rows = StudyResult.Read(Path).Get<BlockingRow>();
        var pools = GetPools(rows);
        return new BarPicture(
            "Bursts of requests that wait: the share that is answered in time, and when the last one is answered",
            "A bar is the share that is answered within 30 seconds. The number beside it is the time of the last answer; "
                + "there is a dash if not all are answered.",
            [.. pools.Select(FormatPool)]).Format(
            [
                .. GetLines(rows).Select(line => (FormatTitle(line), line.Select(row => (
                    Array.IndexOf(pools, row.Pool), row.InTimePercent.Median,
                    row.LastS is { Median: var last } ? $"{TableNumbers.Format(last)} s" : TableNumbers.NotMeasured)))),
            ]);
    }

    /// <summary>Formats the table of the ways to wait.</summary>
    public static string FormatTable()
    {
        var result = StudyResult.Read(Path);
        var rows = result.Get<BlockingRow>();
        var table = new TextTable(1, ["", .. GetPools(rows).Select(pool => $"{FormatPool(pool)} threads")]);
        foreach (var line in GetLines(rows))
            table.Add([$"`{FormatTitle(line)}`", .. line.Select(FormatCell)]);
        return $"{table.ToMarkdown()}\n*Measured: {result.Machine} ([result](../experiments/results/{Path})).*\n";
    }

    private static string FormatCell(BlockingRow row) => row.LastS is null
        ? $"**{$"{row.AnsweredPercent}".Replace("0.000", "0")} % answered**"
        : $"all after {row.LastS} s";

    private static string FormatTitle(IGrouping<string, BlockingRow> line) =>
        BlockingKind.All.Single(one => one.Name == line.Key).Title;

    private static IEnumerable<IGrouping<string, BlockingRow>> GetLines(IEnumerable<BlockingRow> rows) =>
        rows.GroupBy(row => row.Kind);

    private static string[] GetPools(IEnumerable<BlockingRow> rows) => [.. rows.Select(row => row.Pool).Distinct()];

    private static string FormatPool(string pool) => pool.Replace("-32767", " or more").Replace("-", " to ");
}
