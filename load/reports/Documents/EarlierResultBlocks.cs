namespace TwoTier.Load.Reports.Documents;

/// <summary>
/// Describes what changed since an earlier result, and under which different conditions the two results were measured.
/// </summary>
internal static class EarlierResultBlocks
{
    /// <summary>Describes the changes; nothing if the result was not compared with an earlier one.</summary>
    public static IEnumerable<Block> Create(Result result)
    {
        if (result.ComparisonWithEarlier is not { } comparison)
            yield break;
        yield return new Heading($"Against {comparison.Id}");
        yield return new Sentence(BaselineComparisonText.FormatFinding(comparison, result), Tone.Strong);
        yield return CreateDifferences("condition", "! ", comparison.ChangedConditions);
        if (comparison.ChangedConditions.Count > 0)
            yield return new Sentence("These differences may have caused the changes.", Tone.Strong);
        yield return CreateChanges("throughput", comparison.Changes);
        yield return CreateChanges("target CPU", comparison.CpuChanges);
        if (comparison.OnlyInEarlier.Count > 0)
            yield return new Sentence($"only in the earlier result: {string.Join(", ", comparison.OnlyInEarlier)}");
        if (comparison.OnlyInCurrent.Count > 0)
            yield return new Sentence($"only in this result: {string.Join(", ", comparison.OnlyInCurrent)}");
        yield return CreateDifferences("other difference", "", comparison.OtherDifferences);
        var verdicts = comparison.Changes.Select(change => change.Verdict).Distinct().ToArray();
        if (comparison.Changes.Count > 1 && verdicts is [VerdictLabels.Faster or VerdictLabels.Slower])
        {
            yield return Note.Warn(
                $"All variants changed in the same direction: {result.Baseline} itself may have changed.");
        }

        yield return Note.Warn(
            "The intervals cover scatter between rounds, not between restarts: measure again to be sure.");
    }

    private static Table<ConditionDifference> CreateDifferences(
        string heading, string mark, IReadOnlyList<ConditionDifference> differences) =>
        new Table<ConditionDifference>(differences)
            .Text(heading, difference => mark + difference.Label, mark.Length > 0 ? Tone.Worse : Tone.Quiet)
            .Remark("earlier", difference => difference.Earlier ?? SignificantDigits.NotMeasured)
            .Remark("current", difference => difference.Current ?? SignificantDigits.NotMeasured);

    private static Table<VariantChange> CreateChanges(string heading, IReadOnlyList<VariantChange> changes) =>
        new Table<VariantChange>([.. changes.OrderByDescending(change => change.Ratio.Value)])
            .Text(heading, change => change.Name)
            .Text("earlier ratio", change => FormatEstimate(change.Earlier), drop: 1)
            .Text("current ratio", change => FormatEstimate(change.Current))
            .Text("change [interval]", change => FormatEstimate(change.Ratio))
            .Text(
                "verdict",
                change => VerdictLabels.FormatWithMark(change.Verdict),
                change => ComparisonBlocks.GetTone(change.Verdict));

    private static string FormatEstimate(RatioEstimate ratio) =>
        VerdictLabels.FormatRatio(ratio.Value, ratio.Lo, ratio.Hi);
}
