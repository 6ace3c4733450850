namespace TwoTier.Load.Results.Building;

/// <summary>
/// Compares the figures of a result with those that follow from its samples and histograms. Levels, such as memory, are
/// in neither.
/// </summary>
internal static class FigureCheck
{
    // Figures that are no ratios have five digits.
    private const double Tolerance = 2e-4;

    /// <summary>Finds a variant with a figure that was changed.</summary>
    /// <returns>The flaw, as the end of a sentence about the result; null if there is none.</returns>
    public static string? FindFlaw(Result result)
    {
        var table = result.CreateTable();
        var rule = new VerdictRule(result.Method.FamilyLevel ?? new VerdictRule().FamilyLevel);
        var judgement = result.Samples is [] ? null : ComparisonJudge.Judge(table, rule);
        return result.Variants.Where(IsChanged)
            .Select(variant => $"has figures of {variant.Name} that do not follow from its samples")
            .FirstOrDefault();

        bool IsChanged(VariantResult variant)
        {
            var histogram = new LatencyHistogram();
            variant.Latency.Histogram?.AddTo(histogram);
            var again = histogram.Count == 0 ? variant : variant with { Latency = LatencyResult.Create(histogram) };
            if (judgement is not null)
                again = ComparisonFigures.Add(again, table, judgement, RunValidity.ValidState);
            return GetFigures(variant).Zip(GetFigures(again)).Any(figure => figure.First is { } stored
                && !(Math.Abs(stored - figure.Second ?? double.NaN) <= Tolerance * stored));
        }
    }

    private static IEnumerable<double?> GetFigures(VariantResult variant) =>
    [
        variant.Latency.P50,
        variant.Latency.P99,
        variant.Throughput.Rate,
        variant.Processes.GetValueOrDefault(MonitoredProcess.Target)?.CpuMs,
        .. new[] { variant.Ratio, variant.CpuRatio, variant.AllocRatio, variant.P50Ratio, variant.P99Ratio }
            .SelectMany(ratio => (double?[])[ratio?.Value, ratio?.Lo, ratio?.Hi]),
    ];
}
