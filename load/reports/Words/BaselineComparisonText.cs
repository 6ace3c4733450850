namespace TwoTier.Load.Reports.Words;

internal static class BaselineComparisonText
{
    /// <summary>States the two largest changes since the earlier result, or that no change was found.</summary>
    public static string FormatFinding(BaselineComparisonResult comparison, Result result)
    {
        var (isCpu, baseline) = (new RankingMetric(result).IsCpu, result.Baseline);
        var (verb, unit) = isCpu ? ("takes", "CPU") : ("serves", "requests");
        var changes = isCpu ? comparison.CpuChanges : comparison.Changes;
        var different = changes
            .Where(change => VerdictLabels.IsDifference(change.Verdict))
            .OrderByDescending(change => Math.Abs(Math.Log(change.Ratio.Value)))
            .ToArray();
        return different switch
        {
            [] when changes.Count == 0 => "No variant was measured in both results.",
            [] when changes[0].Verdict == VerdictLabels.Withheld => "No change is certain: a result is not valid, or "
                + "two starts of the same process may differ as much. Try load merge of five starts.",
            [] when changes.All(change => change.Verdict == VerdictLabels.Same) =>
                $"Relative to {baseline}, every variant is the same as before.",
            [] => $"Relative to {baseline}, it cannot be told whether a variant changed.",
            [var only] => $"Relative to {baseline}, {only.Name} now {verb} {GetAmount(only)} {unit}.",
            [var most, var next, ..] =>
                $"Relative to {baseline}, {most.Name} now {verb} {GetAmount(most)} {unit};\n"
                + $"{next.Name} {verb} {GetAmount(next)}.",
        };

        string GetAmount(VariantChange change) => isCpu
            ? ResultSummary.FormatCpuAmount(change.Ratio.Value)
            : ResultSummary.FormatAmount(change.Ratio.Value);
    }
}
