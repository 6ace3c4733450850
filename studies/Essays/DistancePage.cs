namespace Studies.Essays;

/// <summary>Writes the result of the study distance into its page, and draws it.</summary>
internal static class DistancePage
{
    private const string Result = "results/distance/distance.md";
    private static readonly string[] Drawn = ["way of reading", "parallel calls", "one call", "kept connection"];

    public static IEnumerable<(string Path, string Text)> CreateFiles(string page)
    {
        var table = new ResultTable(Result, GenerateCommand.ReadFile(Result));
        yield return ("docs/distance.svg", Draw(table.Rows));
        yield return ("docs/distance.md", GeneratedPart.Replace(page,
            $"**Over a round trip of {GetTime(table.Rows[0])} ms, the way of reading decides "
            + $"{GetReading(table.Rows[0])} of the response time, and over {GetTime(table.Rows[^1])} ms "
            + $"{GetReading(table.Rows[^1])}.**\n\n"
            + "![For each choice, the share of the response time over the round-trip time](distance.svg)\n\n"
            + table.Format()));
    }

    public static string Draw(IReadOnlyList<IReadOnlyDictionary<string, string>> rows) =>
        new LinePicture(
            "The share of the response time that a choice decides, over the round-trip time",
            "% of the response time", "round trip between front-end and back-end, ms")
            .Format([.. Drawn.Select(name => LinePicture.CreateLine(
                name, "%", "ms", rows.Select(row => (GetTime(row), ResultTable.ReadNumber(row[$"{name}, %"])))))]);

    private static double GetTime(IReadOnlyDictionary<string, string> row) =>
        ResultTable.ReadNumber(row.First().Value);

    private static string GetReading(IReadOnlyDictionary<string, string> row) =>
        $"{ResultTable.ReadNumber(row[$"{Drawn[0]}, %"])} %";
}
