namespace TwoTier.Load.Reports.Words;

internal static class MemoryText
{
    // Memory scatters more between processes than CPU time does.
    private const double MinRatioToMention = 1.5;

    /// <summary>Describes the memory without a full stop; empty if the variants hardly differ.</summary>
    public static IReadOnlyList<TextRun> Describe(Result result)
    {
        var sizes = result.Variants
            .Select(variant => (
                variant.Name, Mb: variant.Processes.GetValueOrDefault(MonitoredProcess.Target)?.AnonymousMb))
            .Where(size => size.Mb > 0)
            .OrderBy(size => size.Mb)
            .ToArray();
        if (sizes is not [var (smallest, low), .., var (largest, high)] || high < MinRatioToMention * low)
            return [];
        var (few, many) = ($"{FormatNumber(low)} MB", $"{FormatNumber(high)} MB");
        var least = TextRun.Create($"{few:amount} of anonymous memory with {smallest:variant}");
        return TextRun.Create($"under load the target has {least}, and {many:amount} with {largest:variant}");
    }
}
