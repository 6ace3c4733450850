namespace TwoTier.Load.Results;

/// <summary>
/// How a comparison calculates ratios and their intervals, what a verdict requires, and how many complete rounds it
/// has.
/// </summary>
internal sealed record StatisticalMethod(string Centre, string Interval, int Rounds)
{
    /// <summary>The largest difference that still counts as the same, such as 0.02.</summary>
    public double? Margin { get; init; }

    /// <summary>The probability that any interval of the comparison misses the true ratio, such as 0.01.</summary>
    public double? FamilyLevel { get; init; }
}
