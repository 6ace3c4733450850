namespace Studies.Essays;

/// <summary>Formats the comparison of the front-end with other aggregators that was last published.</summary>
internal static class OverheadPage
{
    private const string Folder = "results/overhead";

    // The result has thousands of samples, and tests ask for the part hundreds of times.
    private static readonly Lazy<string> LastPublished = new(Format);

    public static string Text => LastPublished.Value;

    private static string Format()
    {
        // The names begin with the date. Older results are of a front-end with a shared client.
        var path = Directory.GetFiles(ProgramLocator.GetPath("docs", Folder), "*-overhead.json")
            .Max(StringComparer.Ordinal)!;
        var result = Result.Read(path);
        if (result.Baseline is not OverheadStudy.Frontend)
            return "Without flags, the front-end is not measured yet.\n";

        var goals = OverheadStudy.CheckGoals(result).Select(goal =>
            $"- {(goal.IsMet ? "Met" : "Not met")}: {goal.Goal}\n");
        return $"{OverheadStudy.FormatParts(result).ToMarkdown()}\n{string.Concat(goals)}\n*[Measured]({Folder}/"
            + $"{result.Id}.md) on {result.Started[..10]} with `{result.RepeatCommand}`: {result.StartCount} starts of "
            + $"all processes, {result.Connections} connections in a closed loop. With 99 % confidence, the brackets "
            + "contain all true ratios.*\n";
    }
}
