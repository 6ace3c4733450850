namespace TwoTier.Load.Results.Merging;

internal sealed record ConditionDifference(string Label, string? First, string? Other);

/// <summary>Finds the measurement conditions in which two results differ, such as CPU, runtime and load.</summary>
internal static partial class MeasurementConditions
{
    public const string LoadLabel = "Load";

    private const string ToolLabel = "Tool";

    /// <summary>
    /// Gets the differences between two results that could have caused a difference of the measured values.
    /// </summary>
    public static IEnumerable<ConditionDifference> Find(Result first, Result other) =>
        CompareProvenance(first, other).Where(IsCondition)
            .Concat(
            [
                new(LoadLabel, FormatLoad(first), FormatLoad(other)),
                new("Scenario", first.Scenario.Sha256, other.Scenario.Sha256),
                CompareRequests(first, other),
                new("Baseline", first.Baseline, other.Baseline),
            ])
            .Where(row => row.First != row.Other);

    // The version of the load tool and the runtime of the target are not conditions, because they may be what the user
    // wants to compare. A property that only one of the two files has is not a condition either: a later version of the
    // load tool added it, and the machine can still be the same.
    private static bool IsCondition(ConditionDifference row) =>
        row is { Label: not (ToolLabel or Provenance.TargetLabel), First: not null, Other: not null };

    // Loads are compared by their plans. The provenance also describes the load, but with measured warm-up times, which
    // differ from run to run.
    private static IEnumerable<ConditionDifference> CompareProvenance(Result first, Result other) => first.Provenance
        .Concat(other.Provenance)
        .Select(row => row[0])
        .Where(label => label != LoadLabel)
        .Distinct()
        .Select(label => new ConditionDifference(label, GetProvenance(first, label), GetProvenance(other, label)));

    private static string? GetProvenance(Result result, string label) =>
        result.Provenance.FirstOrDefault(row => row[0] == label)?[1];

    private static string FormatLoad(Result result) =>
        $"{GetWorkload(result)}, {result.Model.FormatConnections()}, "
        + (result.Model.MaxBacklog is { } limit ? $"queue limit {limit}, " : "")
        + (result.Plan.TimeoutS is { } timeout ? $"timeout {timeout} s, " : "")
        + (result.Kind == Result.RunKind || result.Plan.HasPilot
            ? ""
            : $"trials of {result.Plan.TrialS} s, ")
        + $"warm-up {result.Plan.WarmupS} s"
        + (result.Plan.HasPilot
            ? ", trials chosen by a pilot"
            : $", {result.Plan.TrialWarmupS} s before each trial");

    // A result that was merged from several starts of the processes names their number too.
    private static string GetWorkload(Result result) =>
        result.Workload?.Replace($", {result.Plan.Starts} process starts", "") ?? $"{result.Model.Kind} loop";

    // Only the first pair of different URLs is reported: if two results use different targets, the URLs of all variants
    // differ in the same way.
    private static ConditionDifference CompareRequests(Result first, Result other)
    {
        var pairs = first.Variants
            .Join(other.Variants, variant => variant.Name, variant => variant.Name, (one, same) => (one.Url, same.Url))
            .Prepend((first.Scenario.Request, other.Scenario.Request))
            .Select(pair => new ConditionDifference("Request", RemovePort(pair.Item1), RemovePort(pair.Item2)))
            .ToArray();
        return pairs.FirstOrDefault(pair => pair.First != pair.Other) ?? pairs[0];
    }

    // The port is ignored, because the operating system often chooses it. All names of this machine, such as localhost
    // and 127.0.0.1, count as the same host.
    private static string RemovePort(string request) => Loopback().Replace(Port().Replace(request, ""), "localhost");

    [GeneratedRegex(@"(?<=https?://(\[[^\]]+\]|[^/\s:]+)):\d+", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Port();

    [GeneratedRegex(
        @"(?<=https?://)(127(\.\d{1,3}){3}|\[::1\]|localhost)(?=[/?#\s]|$)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Loopback();
}
