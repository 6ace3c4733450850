using System.Text.RegularExpressions;
using Load.Results.Building;

namespace Load.Results.Compatibility;

/// <summary>Finds the measurement conditions in which two results differ, such as CPU, runtime and load.</summary>
internal static partial class MeasurementConditions
{
    /// <summary>The label of the condition that names the baseline variant.</summary>
    public const string BaselineLabel = "Baseline";

    /// <summary>
    /// The label of the load profile among the conditions. The provenance's text for it includes measured warm-up
    /// times.
    /// </summary>
    public const string Load = "Load";

    private const string ToolLabel = "Tool";

    /// <summary>
    /// Gets the differences between two results that could have caused a change of the measured values.
    /// </summary>
    public static IReadOnlyList<ConditionDifference> GetChangedConditions(
        Result earlier, Result current) => SelectDifferent(
    [
        .. CompareProvenance(earlier, current).Where(IsCondition),
        new(Load, FormatLoad(earlier), FormatLoad(current)),
        new("Scenario", earlier.Scenario.Sha256, current.Scenario.Sha256),
        CompareRequests(earlier, current),
        new(BaselineLabel, earlier.Baseline, current.Baseline),
    ]);

    /// <summary>
    /// Gets the differences between two results that cannot be the cause of a change: more rounds only narrow an
    /// interval, and a new commit is what the comparison examines.
    /// </summary>
    public static IReadOnlyList<ConditionDifference> GetOtherDifferences(
        Result earlier, Result current) => SelectDifferent(
    [
        .. CompareProvenance(earlier, current).Where(difference => !IsCondition(difference)),
        new("Rounds", FormatRounds(earlier), FormatRounds(current)),
        new("Started", earlier.Started, current.Started),
    ]);

    // Like a new commit, another runtime of the target may be what the comparison examines.
    // If only one of the files has a row, a later version of the tool added the row; the machine can still be the same.
    private static bool IsCondition(ConditionDifference row) =>
        row is { Label: not (ToolLabel or Provenance.TargetLabel), Earlier: not null, Current: not null };

    private static ConditionDifference[] SelectDifferent(IEnumerable<ConditionDifference> rows) =>
        [.. rows.Where(row => row.Earlier != row.Current)];

    // Loads are compared by their plans, because the load's text in the provenance includes measured warm-up times.
    private static IEnumerable<ConditionDifference> CompareProvenance(
        Result earlier, Result current) => earlier.Provenance
        .Concat(current.Provenance)
        .Select(row => row[0])
        .Where(label => label != Load)
        .Distinct()
        .Select(label => new ConditionDifference(label, GetProvenance(earlier, label), GetProvenance(current, label)));

    private static string? GetProvenance(Result result, string label) =>
        result.Provenance.FirstOrDefault(row => row[0] == label)?[1];

    private static string FormatLoad(Result result) =>
        $"{result.Workload ?? $"{result.Model.Kind} loop"}, {result.Model.FormatConnections()}, "
        + (result.Model.MaxBacklog is { } limit ? $"queue limit {limit}, " : "")
        + (result.Plan.TimeoutS is { } timeout ? $"timeout {timeout} s, " : "")
        + (result.Kind == RunResultBuilder.Kind ? "" : $"trials of {result.Plan.TrialS} s, ")
        + $"warm-up {result.Plan.WarmupS} s, {result.Plan.TrialWarmupS} s before each trial";

    private static string FormatRounds(Result result) => $"{result.Plan.Rounds}, seed {result.Plan.Seed}";

    // Comparing the first pair of URLs is enough: if the part that all URLs have in common differs, it differs in every
    // pair.
    private static ConditionDifference CompareRequests(Result earlier, Result current)
    {
        var pairs = earlier.Variants
            .Join(
                current.Variants,
                variant => variant.Name,
                variant => variant.Name,
                (before, after) => (Earlier: before.Url, Current: after.Url))
            .Prepend((earlier.Scenario.Request, current.Scenario.Request))
            .Select(pair => new ConditionDifference("Request", RemovePort(pair.Item1), RemovePort(pair.Item2)))
            .ToArray();
        return pairs.FirstOrDefault(pair => pair.Earlier != pair.Current) ?? pairs[0];
    }

    // The port is ignored, because the operating system often chooses it. The names of this machine are one host.
    private static string RemovePort(string request) => Loopback().Replace(Port().Replace(request, ""), "localhost");

    [GeneratedRegex(@"(?<=https?://(\[[^\]]+\]|[^/\s:]+)):\d+", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Port();

    [GeneratedRegex(
        @"(?<=https?://)(127(\.\d{1,3}){3}|\[::1\]|localhost)(?=[/?#\s]|$)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Loopback();
}
