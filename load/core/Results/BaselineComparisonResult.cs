using System.Text.Json.Serialization;

namespace TwoTier.Load.Results;

/// <summary>
/// What changed between an earlier comparison and this one. Only ratios to the baseline are compared, never absolute
/// values, because the earlier ones may come from another machine or another day.
/// </summary>
/// <param name="Id">The id of the earlier comparison's result.</param>
/// <param name="ChangedConditions">The conditions that differ and could have caused a change.</param>
/// <param name="OtherDifferences">The differences that do not affect the ratios, such as the number of rounds.</param>
/// <param name="Changes">The changes of the throughput ratios of the variants that both have.</param>
/// <param name="CpuChanges">The changes of the ratios of the target's CPU time per request.</param>
/// <param name="OnlyInEarlier">The names of the variants that only the earlier result has.</param>
/// <param name="OnlyInCurrent">The names of the variants that only the current result has.</param>
public sealed record BaselineComparisonResult(
    string Id,
    [property: JsonPropertyName("unlike")]
    IReadOnlyList<BaselineComparisonResult.ConditionDifference> ChangedConditions,
    [property: JsonPropertyName("told")] IReadOnlyList<BaselineComparisonResult.ConditionDifference> OtherDifferences,
    IReadOnlyList<BaselineComparisonResult.VariantChange> Changes,
    IReadOnlyList<BaselineComparisonResult.VariantChange> CpuChanges,
    [property: JsonPropertyName("only_then")] IReadOnlyList<string> OnlyInEarlier,
    [property: JsonPropertyName("only_now")] IReadOnlyList<string> OnlyInCurrent)
{
    /// <summary>A condition that differs between two results. A value that a result does not have is null.</summary>
    /// <param name="Label">The name of the condition, such as CPU or Runtime.</param>
    /// <param name="Earlier">Its value in the earlier result.</param>
    /// <param name="Current">Its value in the current result.</param>
    public sealed record ConditionDifference(
        string Label,
        [property: JsonPropertyName("then")] string? Earlier,
        [property: JsonPropertyName("now")] string? Current);

    /// <summary>The change of one variant's ratio to the baseline.</summary>
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

    /// <summary>A ratio with its confidence interval, which is null if there was only one round.</summary>
    /// <param name="Value">The ratio.</param>
    /// <param name="Lo">The lower end of its interval.</param>
    /// <param name="Hi">The upper end of its interval.</param>
    public sealed record RatioEstimate(double Value, double? Lo, double? Hi);
}
