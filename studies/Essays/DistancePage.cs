namespace Studies.Essays;

/// <summary>Writes the result of the study distance into its page.</summary>
internal static class DistancePage
{
    private const string Result = "distance";

    public static string Format(EssayResults results)
    {
        var parts = results.ReadText(Result).Split("\n\n", 3);
        var table = MarkdownTable.ReadAll(parts[2]).Single();
        return $"**Over a round trip of {Read(0, "round trip, ms")} ms, the way of reading decides "
            + $"{Read(0, "way of reading, %")} % of the response time, and over {Read(^1, "round trip, ms")} ms "
            + $"{Read(^1, "way of reading, %")} %.**\n\n"
            + $"{parts[2]}\n*Measured: {parts[1]} ([result]({results.Files[Result]})).*\n";

        double Read(Index row, string heading) =>
            table.ReadNumber(table.Rows[row.GetOffset(table.Rows.Count)], heading);
    }
}
