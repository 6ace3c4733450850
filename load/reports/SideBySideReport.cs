namespace TwoTier.Load.Reports;

/// <summary>Shows several results side by side on one page.</summary>
internal static class SideBySideReport
{
    /// <summary>
    /// Returns why results cannot be shown side by side: for each, the first reason why it is not like the first one.
    /// </summary>
    public static IEnumerable<string> GetRejectionReasons(
        IReadOnlyList<(string Path, Result Result)> files, bool isForced) => files.Skip(1).SelectMany(file =>
            BaselineComparison.GetRejectionReasons(files[0].Path, files[0].Result, file.Result, isForced, file.Path)
                .Take(1));

    /// <summary>
    /// Creates the sentences of the page: what changed from the first comparison to the last one, and the summary of
    /// each result.
    /// </summary>
    public static ReportSentences CreateSentences(IReadOnlyList<Result> results)
    {
        var (first, last) = (results[0], results[^1]);
        var isRun = first.Kind == Result.RunKind;
        var summary = isRun
            ? $"{results.Count} runs of {string.Join(", ", results.Select(result => result.Scenario.Name).Distinct())}."
            : BaselineComparisonText.FormatFinding(BaselineComparison.Compare(first, last), last);
        return new ReportSentences(
            [new TextRun(summary)],
            [
                .. results.Select((result, i) => new Insight(
                    $"{i + 1}",
                    [
                        new TextRun(result.Id, isRun ? "variant" : "strong"),
                        new TextRun(": "),
                        .. ResultSummary.GetTextRuns(result),
                    ])),
            ]);
    }

    /// <summary>Returns the path of the page, which is in the folder of the first file.</summary>
    public static string GetPagePath(IReadOnlyList<string> files)
    {
        var rest = files.Count == 2 ? Path.GetFileNameWithoutExtension(files[1]) : $"{files.Count - 1}-others";
        var name = $"{Path.GetFileNameWithoutExtension(files[0])}-beside-{rest}.html";
        return Path.Combine(Path.GetDirectoryName(files[0]) ?? "", name);
    }
}
