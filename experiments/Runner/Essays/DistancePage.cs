namespace Experiments.Essays;

/// <summary>Writes the result of the study distance into its page.</summary>
internal static class DistancePage
{
    private const string Path = "distance/distance.json";

    public static string Format()
    {
        var result = StudyResult.Read(Path);
        return $"**Over a round trip of {Read(0, "round trip, ms")} ms, the way of reading decides "
            + $"{Read(0, "way of reading, %")} % of the response time, and over {Read(^1, "round trip, ms")} ms "
            + $"{Read(^1, "way of reading, %")} %.**\n\n"
            + $"{result.ToMarkdown()}\n*Measured: {result.Machine} ([result](../experiments/results/{Path})).*\n";

        double Read(Index row, string heading) => result.ReadNumber(result.Rows[row], heading);
    }
}
