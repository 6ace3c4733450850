using System.Text.RegularExpressions;
using Load.Results.Building;

namespace Load.Results.Compatibility;

/// <summary>What two comparisons must share for a change to be the program's, and in what they differ.</summary>
internal static partial class Conditions
{
    public const string Baseline = "Baseline";

    private const string Tool = "Tool";

    // Holds how long the warm-ups took, which is measured; the plan has the rest.
    public const string Load = "Load";

    /// <summary>Could be the cause of a change.</summary>
    public static IReadOnlyList<Difference> Unlike(Result then, Result now) => Differ(
    [
        .. Provenance(then, now).Where(IsCondition),
        new(Load, LoadOf(then), LoadOf(now)),
        new("Scenario", then.Scenario.Sha256, now.Scenario.Sha256),
        Request(then, now),
        new(Baseline, then.Baseline, now.Baseline),
    ]);

    /// <summary>Differs, and need not be one: rounds only widen an interval, and a new commit is what one looks at.</summary>
    public static IReadOnlyList<Difference> Told(Result then, Result now) => Differ(
    [
        .. Provenance(then, now).Where(one => !IsCondition(one)),
        new("Rounds", RoundsOf(then), RoundsOf(now)),
        new("Started", then.Started, now.Started),
    ]);

    // A row that only one of them has was added to the tool in between; the machine need not differ for that.
    private static bool IsCondition(Difference one) => one is { Label: not Tool, Then: not null, Now: not null };

    private static Difference[] Differ(IEnumerable<Difference> all) => [.. all.Where(one => one.Then != one.Now)];

    private static IEnumerable<Difference> Provenance(Result then, Result now) => then.Provenance
        .Concat(now.Provenance)
        .Select(row => row[0])
        .Where(label => label != Load)
        .Distinct()
        .Select(label => new Difference(label, ValueOf(then, label), ValueOf(now, label)));

    private static string? ValueOf(Result result, string label) =>
        result.Provenance.FirstOrDefault(row => row[0] == label)?[1];

    private static string LoadOf(Result result) =>
        $"{result.Workload ?? $"{result.Model.Kind} loop"}, {result.Model.Connections} connections, "
        + (result.Model.MaxBacklog is { } backlog ? $"{backlog} may wait, " : "")
        + (result.Plan.TimeoutS is { } timeout ? $"timeout {timeout} s, " : "")
        + (result.Kind == RunResultBuilder.Kind ? "" : $"slices of {result.Plan.SliceS} s, ")
        + $"warm-up {result.Plan.WarmupS} s, {result.Plan.SliceWarmupS} s before each slice";

    private static string RoundsOf(Result result) => $"{result.Plan.Rounds}, seed {result.Plan.Seed}";

    // The first is enough: where the common part of the URLs differs, all do.
    private static Difference Request(Result then, Result now)
    {
        var pairs = then.Variants
            .Join(now.Variants, one => one.Name, one => one.Name, (before, after) => (Then: before.Url, Now: after.Url))
            .Prepend((then.Scenario.Request, now.Scenario.Request))
            .Select(pair => new Difference("Request", WithoutPort(pair.Item1), WithoutPort(pair.Item2)))
            .ToArray();
        return pairs.FirstOrDefault(pair => pair.Then != pair.Now) ?? pairs[0];
    }

    // A port is often free choice of the system.
    private static string WithoutPort(string request) => Port().Replace(request, "");

    [GeneratedRegex(@"(?<=https?://(\[[^\]]+\]|[^/\s:]+)):\d+", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex Port();
}
