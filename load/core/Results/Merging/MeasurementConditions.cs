namespace TwoTier.Load.Results.Merging;

internal sealed record ConditionDifference(string Label, string? First, string? Other);

/// <summary>Finds the measurement conditions in which two results differ, such as CPU, runtime and load.</summary>
internal static class MeasurementConditions
{
    public const string LoadLabel = "Load";

    // Loads are compared by their plans: their descriptions have measured times. The runtime of the target and the
    // version of the load tool may be what the user wants to compare.
    private static readonly string[] NoConditions = [LoadLabel, "Tool", Provenance.TargetLabel];

    /// <summary>
    /// Gets the differences between two results that could have caused a difference of the measured values. What only
    /// one of them tells is none.
    /// </summary>
    public static IEnumerable<ConditionDifference> Find(Result first, Result other) =>
        first.Provenance.Join(other.Provenance, row => row[0], row => row[0], (one, same) =>
                new ConditionDifference(one[0], one[1], same[1]))
            .Where(row => !NoConditions.Contains(row.Label))
            .Concat(
            [
                new(LoadLabel, FormatLoad(first), FormatLoad(other)),
                new("Scenario", first.Scenario.Sha256, other.Scenario.Sha256),
                new("Request", GetPath(first), GetPath(other)),
                new("Baseline", first.Baseline, other.Baseline),
            ])
            .Where(row => row.First != row.Other);

    private static string FormatLoad(Result result) =>
        $"{result.Model.Kind} loop, {result.Model.FormatConnections()}, "
        + (result.Model.MaxBacklog is { } limit ? $"queue limit {limit}, " : "")
        + (result.Plan.TimeoutS is { } timeout ? $"timeout {timeout} s, " : "")
        + (result is { Kind: Result.ComparisonKind, Plan.TurnS: { } turn } ? $"turns of {turn} s, " : "")
        + $"warm-up {result.Plan.WarmupS} s, {result.Plan.LeadS} s before each turn";

    // The operating system often chooses the port.
    private static string GetPath(Result result)
    {
        var url = result.Variants[0].Url;
        return url[UrlText.GetBaseUrl(url).Length..];
    }
}
