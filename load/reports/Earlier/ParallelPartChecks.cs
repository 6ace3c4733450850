namespace TwoTier.Load.Reports.Earlier;

/// <summary>Checks whether results are parts of the same load, sent at the same time by several load tools.</summary>
internal static class ParallelPartChecks
{
    private const string MergeAdvice = "Try the results of parts that ran at the same time";

    /// <summary>
    /// The precision of the starts in result files: parts may overlap by up to a second more or less than they say.
    /// </summary>
    private static readonly TimeSpan StartPrecision = TimeSpan.FromSeconds(1);

    /// <summary>Throws an exception if the results are not parts of the same load.</summary>
    public static (double Low, double High) CheckParts(IReadOnlyList<ResultFile> files)
    {
        if (files is [var only])
        {
            throw new UserErrorException(
                $"{only.Path}: error: there is no other file. {MergeAdvice}");
        }

        foreach (var (i, file) in files.Index())
        {
            CheckHistogram(file);
            foreach (var earlier in files.Take(i))
                CheckConditions(earlier, file);
            foreach (var earlier in files.Take(i))
                CheckDifferentRuns(earlier, file);
        }

        return GetOverlap(files);
    }

    private static void CheckHistogram(ResultFile file)
    {
        if (file.Result.Variants[0].Latency is { Histogram: null, Mean: not null })
        {
            throw new UserErrorException(
                $"{file.Path}: error: the result has no histogram, because an earlier version of load wrote it. "
                + "Try a new run");
        }
    }

    private static void CheckConditions(ResultFile first, ResultFile other)
    {
        var (one, two) = (first.Result, other.Result);
        (string Label, object? First, object? Other)[] conditions =
        [
            ("request", one.Scenario.Request, two.Scenario.Request),
            ("load", one.Workload ?? one.Model.Kind, two.Workload ?? two.Model.Kind),
            ("number of connections", one.Model.Connections, two.Model.Connections),
            ("time limit", one.Plan.TimeoutS, two.Plan.TimeoutS),
            ("number of parts", one.Plan.Part?.Count, two.Plan.Part?.Count),
        ];
        if (conditions.FirstOrDefault(row => !Equals(row.First, row.Other)) is { Label: { } label } different)
        {
            throw new UserErrorException(
                $"{other.Path}: error: the result has another {label} than {first.Path}: {different.Other ?? "none"}; "
                + $"expected {different.First ?? "none"}. {MergeAdvice}");
        }
    }

    private static void CheckDifferentRuns(ResultFile first, ResultFile other)
    {
        if (first.Result.Plan.Part is { } part && part == other.Result.Plan.Part)
        {
            throw new UserErrorException(
                $"{other.Path}: error: the result is part {part}, as is {first.Path}. Try each part once");
        }

        if (first.Result.Started == other.Result.Started
            && first.Result.Variants[0].Latency.Histogram is { } histogram
            && histogram == other.Result.Variants[0].Latency.Histogram)
        {
            throw new UserErrorException(
                $"{other.Path}: error: the result is of the same run as {first.Path}. Try each part once");
        }
    }

    private static (double Low, double High) GetOverlap(IReadOnlyList<ResultFile> files)
    {
        var latest = files.MaxBy(RunMerger.GetStart)!;
        var overlap = files.Min(GetEnd) - RunMerger.GetStart(latest);
        if (overlap + StartPrecision <= TimeSpan.Zero)
        {
            var earliest = files.MinBy(GetEnd)!;
            throw new UserErrorException(
                $"{latest.Path}: error: the run started after that of {earliest.Path} had ended, so their rates "
                + $"cannot be added. {MergeAdvice}");
        }

        var longest = files.Max(file => file.Result.DurationS);
        return (
            Math.Clamp((overlap - StartPrecision).TotalSeconds / longest, 0, 1),
            Math.Clamp((overlap + StartPrecision).TotalSeconds / longest, 0, 1));
    }

    private static DateTimeOffset GetEnd(ResultFile file) =>
        RunMerger.GetStart(file) + TimeSpan.FromSeconds(Math.Clamp(file.Result.DurationS, 0, int.MaxValue));
}
