namespace Studies.Claims.Catalog;

/// <summary>Two variants of a comparison, of which a row has the ratio.</summary>
internal sealed record ComparedPair(
    VariantResult Variant, VariantResult Baseline, double? ThroughputRatio, double? CpuRatio)
{
    /// <summary>Finds the two variants of a row in a result, which may have those of other rows, too.</summary>
    public static ComparedPair Create(Result result, ClaimRun run)
    {
        // The ratio of the load tool is used where it has one: that of an old file was computed before its figures were
        // rounded to five digits.
        if (run.Others is null)
        {
            var other = result.OtherVariant;
            return new(other, result.BaselineVariant, other.Ratio?.Value, other.CpuRatio?.Value);
        }

        var (variant, baseline) = (Find(result, run.Variant!), Find(result, run.Baseline!));
        return new(variant, baseline, ComputeRatio(result, variant, baseline), CpuRatio: null);
    }

    /// <summary>Computes the ratio of two throughputs from the samples, as the load tool does.</summary>
    /// <returns>The ratio; null if there is none.</returns>
    public static double? ComputeRatio(Result result, VariantResult variant, VariantResult baseline) =>
        OldResult.IsOld(result)
            ? OldResult.ComputeRatio(result, variant, baseline)
            : GetRate(result, variant) / GetRate(result, baseline);

    private static double GetRate(Result result, VariantResult variant)
    {
        Sample[] samples = [.. result.Samples.Where(sample => sample.Variant == variant.Name)];
        return samples.Sum(sample => sample.Good) / samples.Sum(sample => sample.BusyS);
    }

    private static VariantResult Find(Result result, RunVariant variant) =>
        result.Variants.SingleOrDefault(one => one.Name == variant.Name)
            ?? throw new StudyException($"a result has no variant {variant.Name}");
}
