namespace TwoTier.Load.Results.Building;

/// <summary>
/// Compares the figures of a result with those that follow from its samples and histograms. Levels, such as memory, are
/// in neither.
/// </summary>
internal static class FigureCheck
{
    // Figures that are no ratios have five digits.
    private const double Tolerance = 2e-4;

    /// <summary>Finds a figure that was changed.</summary>
    /// <returns>The flaw, as the end of a sentence about the result; null if there is none.</returns>
    public static string? FindFlaw(Result result)
    {
        var isComparison = result.Samples is not [];
        var table = SampleTable.Create(result);
        var rule = new VerdictRule(result.Method.FamilyLevel ?? new VerdictRule().FamilyLevel);
        var judgement = isComparison ? ComparisonJudge.Judge(table, rule) : null;
        foreach (var variant in result.Variants)
        {
            foreach (var (name, stored, computed) in GetPercentiles(variant.Latency)
                .Concat(isComparison ? GetFigures(variant, table, judgement!) : []))
            {
                if (stored is { } value && !(Math.Abs(value - computed ?? double.NaN) <= Tolerance * value))
                    return $"has a {name} of {variant.Name} that does not follow from its samples";
            }
        }

        return null;
    }

    private static IEnumerable<(string, double?, double?)> GetPercentiles(LatencyResult latency)
    {
        if (latency.Histogram is not { } stored)
            yield break;
        var histogram = new LatencyHistogram();
        stored.AddTo(histogram);
        yield return ("median", latency.P50, LatencySummary.GetPercentile(histogram, 0.5));
        yield return ("99th percentile", latency.P99, LatencySummary.GetPercentile(histogram, 0.99));
    }

    private static IEnumerable<(string, double?, double?)> GetFigures(
        VariantResult variant, SampleTable table, Judgement judgement)
    {
        var computed = ComparisonFigures.Add(variant, table, judgement, RunValidity.ValidState);
        yield return ("throughput", variant.Throughput.Rate, computed.Throughput.Rate);
        (string, RatioResult?, RatioResult?)[] ratios =
        [
            ("throughput ratio", variant.Ratio, computed.Ratio),
            ("CPU ratio", variant.CpuRatio, computed.CpuRatio),
            ("allocation ratio", variant.AllocRatio, computed.AllocRatio),
            ("ratio of medians", variant.P50Ratio, computed.P50Ratio),
            ("ratio of 99th percentiles", variant.P99Ratio, computed.P99Ratio),
        ];
        foreach (var (name, stored, again) in ratios)
        {
            yield return (name, stored?.Value, again?.Value);
            yield return ($"lower end of the {name}", stored?.Lo, again?.Lo);
            yield return ($"upper end of the {name}", stored?.Hi, again?.Hi);
        }

        // Samples count requests, and these figures count responses; of several starts, they are means.
        if (variant.TransportErrors.Values.Sum() > 0 || !table.HasOneStart
            || variant.Processes.GetValueOrDefault(MonitoredProcess.Target) is not { } target)
        {
            yield break;
        }

        // Of variants that share a process, the CPU time is not that of the samples alone.
        if (table.GetShareOutside(variant.Name) is not null)
            yield return ("CPU time", target.CpuMs, 1000 * table.GetTotal(variant.Name, ComparedMetric.CpuTime));
        yield return ("allocation", target.AllocKb, table.GetTotal(variant.Name, ComparedMetric.Allocation) / 1000);
    }
}
