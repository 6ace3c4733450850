namespace Studies.Essays;

/// <summary>Writes the result of the study distance into its page, and draws it.</summary>
internal static class DistancePage
{
    public static IEnumerable<(string Path, string Text)> CreateFiles(string page)
    {
        var rows = EssayResults.ReadRows<DistanceRow>(
            JsonElement.Parse(GenerateCommand.ReadFile("results/distance/distance.json")));
        yield return ("docs/distance.svg", Draw(rows));
        yield return ("docs/distance.md", GeneratedPart.Replace(page,
            $"**Over a round trip of {rows[0].RttMs} ms, the way of reading decides {GetReading(rows[0])} % of "
            + $"the response time, and over {rows[^1].RttMs} ms {GetReading(rows[^1])} %.**\n\n"
            + "![For each choice, the share of the response time over the round-trip time](distance.svg)\n\n"
            + FormatTable()));
    }

    public static string Draw(IReadOnlyList<DistanceRow> rows) =>
        new LinePicture(
            "The share of the response time that a choice decides, over the round-trip time",
            "% of the response time", "round trip between front-end and back-end, ms")
            .Format([.. DistanceQuestion.All.Where(question => question.IsDrawn).Select(question => new PictureLine(
                question.Name,
                $"{question.Name}: " + string.Join(", ", rows.Select(
                    row => $"{LinePicture.FormatTick(row.Percent[question.Name].Median)} % at {row.RttMs} ms")) + ".",
                [.. rows.Select(row => (row.RttMs, row.Percent[question.Name].Median))]))]);

    // The file has a heading, what is known of the machine, and the table.
    private static string FormatTable()
    {
        const string path = "results/distance/distance.md";
        var parts = GenerateCommand.ReadFile(path).Split("\n\n", 3);
        return $"{parts[2]}\n*Measured: {parts[1]} ([result]({path})).*\n";
    }

    private static StartRange GetReading(DistanceRow row) => row.Percent[DistanceQuestion.All[0].Name];
}
