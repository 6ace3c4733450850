namespace TwoTier.Load.Reports;

/// <summary>Shows several results side by side on one page.</summary>
internal static class SideBySideReport
{
    /// <summary>
    /// Returns the reasons why results cannot be shown side by side, or no reasons if the results can be shown. Each
    /// result is checked against the first result. There is one line for each result, unless there are only two of them
    /// or all reasons are wanted.
    /// </summary>
    public static IReadOnlyList<string> GetRejectionReasons(
        IReadOnlyList<(string Path, Result Result)> files, bool isForced, bool isDetailed)
    {
        var (firstPath, first) = files[0];
        return isDetailed || files.Count == 2
            ? [.. files.Skip(1).SelectMany(file => BaselineComparison.GetRejectionReasons(
                firstPath, first, file.Result, isForced, file.Path))]
            :
            [
                .. files.Skip(1)
                    .Select(file =>
                        (file.Path, Properties: BaselineComparison.GetRejectedProperties(first, file.Result, isForced)))
                    .Where(file => file.Properties.Count > 0)
                    .Select(file => $"{file.Path}: error: not like {firstPath} ({string.Join(", ", file.Properties)}): "
                        + "no page side by side. Try --why for the differences"),
            ];
    }

    /// <summary>
    /// Creates the sentences of a page that shows results side by side: what changed from the first comparison to the
    /// last comparison, and the summary of each result.
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

    /// <summary>
    /// Returns the path of the page that shows result files side by side. The page is written to the folder of the
    /// first file.
    /// </summary>
    public static string GetPagePath(IReadOnlyList<string> files)
    {
        var rest = files.Count == 2 ? Path.GetFileNameWithoutExtension(files[1]) : $"{files.Count - 1}-others";
        var name = $"{Path.GetFileNameWithoutExtension(files[0])}-beside-{rest}.html";
        return Path.Combine(Path.GetDirectoryName(files[0]) ?? "", name);
    }
}
