using System.Globalization;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Merges the results of several runs into one: bursts that were sent one after the other, the parts of one load that
/// several load tools sent at the same time, or comparisons after several process starts.
/// </summary>
internal static class RunMerger
{
    /// <summary>Creates a result from several runs, in the order of the files.</summary>
    public static Result Create(IReadOnlyList<ResultFile> files, string name)
    {
        if (files.All(file => file.Result.Kind == Result.ComparisonKind))
        {
            var comparison = ProcessStartMerger.Merge(files);
            return comparison with
            {
                Id = Provenance.CreateResultId(GetStart(files[0]), name),
                Scenario = comparison.Scenario with { Name = name },
            };
        }

        foreach (var (path, result) in files)
        {
            if (result is not { Kind: Result.RunKind, Variants: [{ Capacity: null }] })
            {
                var command = result.Variants is [{ Capacity: not null }] ? "capacity" : result.Kind;
                throw new UserErrorException(
                    $"{path}: error: the result is one of load {command}; expected one of load run");
            }
        }

        if (files.FirstOrDefault(file => file.Result.Variants[0].Bursts is { Count: > 0 }) is { } burst)
            throw new UserErrorException($"{burst.Path}: error: the result has bursts, which cannot be merged");
        var merged = ParallelPartMerger.Merge(files);
        return merged with
        {
            Id = Provenance.CreateResultId(GetStart(files[0]), name),
            Scenario = merged.Scenario with { Name = name, Path = null, Sha256 = null },
            Baseline = name,
            Thresholds = [],
            HeatMapScale = null,
            Machine = null,
            Variants = [merged.Variants[0] with { Name = name }],
        };
    }

    /// <summary>Gets the time at which the measurement of a result started.</summary>
    public static DateTimeOffset GetStart(ResultFile file) => DateTimeOffset.TryParse(
        file.Result.Started, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var started)
            ? started
            : throw new UserErrorException(
                $"{file.Path}: error: the result started at \"{file.Result.Started}\"; expected a time");

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
        string[] states = [RunValidity.FromChecks(checks).State, .. runs.Select(run => run.Validity.State)];
        return new RunValidity(RunValidity.GetWorstState(states), checks);
    }
}

/// <summary>A result with the path of the file that it was read from.</summary>
internal sealed record ResultFile(string Path, Result Result);
