using Experiments.Pictures;

namespace Experiments.Essays;

/// <summary>Draws who is answered of a burst of requests that wait, and writes the table of the page.</summary>
internal static class BlockingPage
{
    private const string Path = "blocking/blocking.json";

    public static string Draw()
    {
        var rows = StudyResult.Read(Path).ReadRows();
        var pools = GetPools(rows);
        return new BarPicture(
            "Bursts of requests that wait: the share that is answered in time, and when the last one is answered",
            "A bar is the share that is answered within 30 seconds. The number beside it is the time of the last answer; "
                + "there is a dash if not all are answered.",
            [.. pools.Select(FormatPool)]).Format(
            [
                .. GetLines(rows).Select(line => (line.Key, line.Select(row => (
                    Array.IndexOf(pools, row.GetWord("pool")), row.GetFigure("% in 30 s")!.Median,
                    GetLast(row) is { Median: var last } ? $"{TableNumbers.Format(last)} s" : TableNumbers.NotMeasured)))),
            ]);
    }

    /// <summary>Formats the table of the ways to wait.</summary>
    public static string FormatTable()
    {
        var result = StudyResult.Read(Path);
        var rows = result.ReadRows();
        var table = new TextTable(1, ["", .. GetPools(rows).Select(pool => $"{FormatPool(pool)} threads")]);
        foreach (var line in GetLines(rows))
            table.Add([$"`{line.Key}`", .. line.Select(FormatCell)]);
        return $"{table.ToMarkdown()}\n*Measured: {result.Machine} ([result](../experiments/results/{Path})).*\n";
    }

    private static string FormatCell(StudyRow row) => GetLast(row) is { } last
        ? $"all after {last} s"
        : $"**{$"{row.GetFigure("% answered")}".Replace("0.000", "0")} % answered**";

    // There is a time only if all are answered in every start.
    private static StartRange? GetLast(StudyRow row) =>
        row.GetFigure("% answered")!.Low is 100 ? row.GetFigure("last answer s") : null;

    private static IEnumerable<IGrouping<string, StudyRow>> GetLines(IEnumerable<StudyRow> rows) =>
        rows.GroupBy(row => row.GetWord("kind"));

    private static string[] GetPools(IEnumerable<StudyRow> rows) =>
        [.. rows.Select(row => row.GetWord("pool")).Distinct()];

    private static string FormatPool(string pool) => pool.Replace("-32767", " or more").Replace("-", " to ");
}
