using System.Text.Json.Serialization;

namespace TwoTier.Load.Results;

/// <summary>
/// The result of comparing a comparison with an earlier comparison. Only ratios to the baseline variant are compared,
/// never absolute values, because the earlier values may come from another machine or another day.
/// </summary>
/// <param name="Id">The id of the earlier comparison's result.</param>
/// <param name="ChangedConditions">
/// The conditions that differ between the two comparisons and could have caused a change.
/// </param>
/// <param name="OtherDifferences">
/// The differences between the two comparisons that do not affect the ratios, such as the number of rounds.
/// </param>
/// <param name="Changes">The changes of the throughput ratios of the variants that are in both comparisons.</param>
/// <param name="CpuChanges">
/// The changes of the ratios of the target's CPU time per request, for the variants that are in both comparisons.
/// </param>
/// <param name="OnlyInEarlier">The names of the variants that only the earlier result has.</param>
/// <param name="OnlyInCurrent">The names of the variants that only the current result has.</param>
public sealed record BaselineComparisonResult(
    string Id,
    [property: JsonPropertyName("unlike")] IReadOnlyList<BaselineComparisonResult.ConditionDifference> ChangedConditions,
    [property: JsonPropertyName("told")] IReadOnlyList<BaselineComparisonResult.ConditionDifference> OtherDifferences,
    IReadOnlyList<BaselineComparisonResult.VariantChange> Changes,
    IReadOnlyList<BaselineComparisonResult.VariantChange> CpuChanges,
    [property: JsonPropertyName("only_then")] IReadOnlyList<string> OnlyInEarlier,
    [property: JsonPropertyName("only_now")] IReadOnlyList<string> OnlyInCurrent)
{
    /// <summary>A condition that differs between two results.</summary>
    /// <param name="Label">The name of the condition, such as CPU or Runtime.</param>
    /// <param name="Earlier">
    /// The value of the condition in the earlier result, or null if the earlier result file does not have the
    /// condition.
    /// </param>
    /// <param name="Current">
    /// The value of the condition in the current result, or null if the current result file does not have the
    /// condition.
    /// </param>
    public sealed record ConditionDifference(
        string Label,
        [property: JsonPropertyName("then")] string? Earlier,
        [property: JsonPropertyName("now")] string? Current);

    /// <summary>The change of one variant's ratio to the baseline between an earlier and a current result.</summary>
    /// <param name="Name">The name of the variant.</param>
    /// <param name="Earlier">The ratio to the baseline in the earlier result.</param>
    /// <param name="Current">The ratio to the baseline in the current result.</param>
    /// <param name="Ratio">The current ratio divided by the earlier ratio.</param>
    /// <param name="Verdict">
    /// The verdict on the change of the ratio. The verdict is withheld if either comparison is invalid, if the two
    /// comparisons have different baselines, or if neither has several process starts and the interval does not lie
    /// beyond 5 %, by which starts of the same process may differ.
    /// </param>
    public sealed record VariantChange(
        string Name,
        [property: JsonPropertyName("then")] RatioEstimate Earlier,
        [property: JsonPropertyName("now")] RatioEstimate Current,
        RatioEstimate Ratio,
        string Verdict);

    /// <summary>A ratio with its 95 % confidence interval.</summary>
    /// <param name="Value">The value of the ratio.</param>
    /// <param name="Lo">The lower end of the ratio's confidence interval, or null if there was only one round.</param>
    /// <param name="Hi">The upper end of the ratio's confidence interval, or null if there was only one round.</param>
    public sealed record RatioEstimate(double Value, double? Lo, double? Hi);
}
