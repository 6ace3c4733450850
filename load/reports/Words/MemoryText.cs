namespace TwoTier.Load.Reports.Words;

internal static class MemoryText
{
    /// <summary>The value of <see cref="ReportSentences.Subject"/> for a comparison about memory.</summary>
    public const string Subject = "memory";

    // Memory scatters more between processes than CPU time does.
    private const double MinRatioToMention = 1.5;

    /// <summary>
    /// Returns true if a comparison is about memory: it waited after the load to read the memory once more, its
    /// variants differ in memory, and none of them is known to differ in what they are ranked by.
    /// </summary>
    public static bool IsSubjectOf(Result result)
    {
        var finding = new RankingMetric(result);
        return result.Kind != Result.RunKind
            && result.Validity.State is RunValidity.ValidState or RunValidity.LimitedState
            && result.Variants.Any(variant => GetTarget(variant)?.AnonymousAfterMb is not null)
            && !result.Variants.Any(variant => VerdictLabels.IsDifference(finding.GetRatio(variant)?.Verdict))
            && Describe(result).Count > 0;
    }

    /// <summary>Describes the memory without a full stop; empty if the variants hardly differ.</summary>
    public static IReadOnlyList<TextRun> Describe(Result result)
    {
        var sizes = result.Variants
            .Select(variant => (variant.Name, Mb: GetTarget(variant)?.AnonymousMb))
            .Where(size => size.Mb > 0)
            .OrderBy(size => size.Mb)
            .ToArray();
        if (sizes is not [var (smallest, low), .., var (largest, high)] || high < MinRatioToMention * low)
            return [];
        var (few, many) = ($"{FormatNumber(low)} MB", $"{FormatNumber(high)} MB");
        var least = TextRun.Create($"{few:amount} of anonymous memory with {smallest:variant}");
        return TextRun.Create($"under load the target has {least}, and {many:amount} with {largest:variant}");
    }

    private static ProcessResult? GetTarget(VariantResult variant) =>
        variant.Processes.GetValueOrDefault(MonitoredProcess.Target);
}
