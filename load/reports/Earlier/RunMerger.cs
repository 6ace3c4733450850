using System.Globalization;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Merges the results of several runs into one: the parts of one load that several load tools sent at the same time, or
/// comparisons after several process starts.
/// </summary>
internal static class RunMerger
{
    public static Result Create(IReadOnlyList<ResultFile> files, string name)
    {
        var isComparison = files.All(file => file.Result.Kind == Result.ComparisonKind);
        var merged = isComparison ? ProcessStartMerger.Merge(files) : ParallelPartMerger.Merge(files);
        return merged with
        {
            Id = Provenance.CreateResultId(GetStart(files[0]), name),
            Scenario = isComparison
                ? merged.Scenario with { Name = name }
                : merged.Scenario with { Name = name, Path = null, Sha256 = null },
            Baseline = isComparison ? merged.Baseline : name,
            Variants = isComparison ? merged.Variants : [merged.Variants[0] with { Name = name }],
            Thresholds = [],
            HeatMapScale = null,
            Machine = null,
            Annotations = [],
        };
    }

    public static DateTimeOffset GetStart(ResultFile file) => DateTimeOffset.TryParse(
        file.Result.Started, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var started)
            ? started
            : throw file.Reject($"the result started at \"{file.Result.Started}\"; expected a time");

    /// <summary>Replaces the description of the load in the provenance of a result.</summary>
    public static string[][] DescribeLoad(string[][] provenance, Func<string, string> describe) =>
        [.. provenance.Select(row => row[0] == MeasurementConditions.LoadLabel ? [row[0], describe(row[1])] : row)];

    /// <summary>
    /// Merges the validity of several runs. Each check is taken from the run with the worst outcome of that check, or
    /// from the last of several such runs.
    /// </summary>
    public static RunValidity MergeValidity(IReadOnlyList<Result> runs, params IEnumerable<ValidityCheck> added)
    {
        var checks = runs.SelectMany(run => run.Validity.Checks)
            .GroupBy(check => check.Id)
            .Select(group => group.OrderBy(check => check.State).Last())
            .Select(check => check with { Value = $"{check.Value}, the worst of {runs.Count} runs" })
            .Concat(added)
            .ToArray();
        var validity = RunValidity.FromChecks(checks, runs.Any(run => run.Validity.CutShort));
        return validity with
        {
            State = RunValidity.GetWorstState([validity.State, .. runs.Select(run => run.Validity.State)]),
        };
    }
}

/// <summary>A result with the path of the file that it was read from.</summary>
internal sealed record ResultFile(string Path, Result Result)
{
    public UserErrorException Reject(string reason) => new($"{Path}: error: {reason}");
}
