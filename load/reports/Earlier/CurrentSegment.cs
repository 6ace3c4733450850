using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Creates the result with which a new comparison is compared (<c>--against-history</c>): for each variant the rounds
/// of all results since its last change, as if a single comparison had measured them.
/// </summary>
internal static class CurrentSegment
{
    private const double Level = 0.05;

    /// <summary>Puts together the results since the last change of each variant.</summary>
    public static Result Create(ResultHistory history, string folder)
    {
        if (history.Results.Count == 0)
        {
            throw new UserErrorException(
                $"--against-history: error: {folder} has no valid comparison of the scenario "
                + $"{history.Reference.Scenario.Name} with the same request and baseline on this machine "
                + $"({ResultHistory.GetMachine(history.Reference)}). Measure it once without --against-history");
        }

        var newest = history.Results[^1];
        return newest with
        {
            Id = history.Results.Count == 1 ? newest.Id : $"{history.Results.Count} results up to {newest.Id}",
            Variants =
            [
                .. newest.Variants.Select(variant => variant with
                {
                    Ratio = Combine(history, variant.Name, isCpu: false),
                    CpuRatio = Combine(history, variant.Name, isCpu: true),
                }),
            ],
        };
    }

    private static RatioResult? Combine(ResultHistory history, string variant, bool isCpu)
    {
        var ratios = history.Ratios.FirstOrDefault(ratio => ratio.Variant == variant && ratio.IsCpu == isCpu);
        if (ratios is null)
            return null;
        double[] rounds = [.. ratios.CurrentSegment.SelectMany(point => point.Rounds)];
        var mean = RoundEstimator.EstimateMean([.. ratios.CurrentSegment.Select(point => point.Rounds)]);
        var interval = mean.GetInterval(Level);
        return new RatioResult(
            RoundToFiveDigits(mean.Value),
            RoundToFiveDigits(interval?.Lo),
            RoundToFiveDigits(interval?.Hi),
            null,
            [.. rounds]);
    }
}
