namespace Load.Results;

/// <summary>
/// A comparison against an earlier one: the ratios to the baseline, never the figures, which are another machine's or
/// another day's.
/// </summary>
/// <param name="Id">Of the earlier one.</param>
/// <param name="Unlike">Conditions that differ, and could be the cause of a change.</param>
/// <param name="Told">What differs and need not be.</param>
/// <param name="Changes">Of the throughput's ratios, of the variants in both.</param>
/// <param name="CpuChanges">The changes of the ratios of the target's CPU per request.</param>
/// <param name="OnlyThen">Variants of the earlier one only.</param>
/// <param name="OnlyNow">Variants of this one only.</param>
internal sealed record BaselineComparisonResult(
    string Id,
    IReadOnlyList<Difference> Unlike,
    IReadOnlyList<Difference> Told,
    IReadOnlyList<Change> Changes,
    IReadOnlyList<Change> CpuChanges,
    IReadOnlyList<string> OnlyThen,
    IReadOnlyList<string> OnlyNow);

/// <param name="Label">Of what differs.</param>
/// <param name="Then">Null where the file does not say.</param>
/// <param name="Now">Null where the file does not say.</param>
internal sealed record Difference(string Label, string? Then, string? Now);

/// <param name="Name">Of the variant.</param>
/// <param name="Then">Ratio to the baseline.</param>
/// <param name="Now">Ratio to the baseline.</param>
/// <param name="Ratio">Of the two ratios, now to then.</param>
/// <param name="Verdict">As of a ratio; withheld where either comparison is invalid or their baselines differ.</param>
internal sealed record Change(string Name, Estimate Then, Estimate Now, Estimate Ratio, string Verdict);

/// <param name="Value">A ratio.</param>
/// <param name="Lo">95 % interval; null from a single round.</param>
/// <param name="Hi">Its other end.</param>
internal sealed record Estimate(double Value, double? Lo, double? Hi);
