namespace TwoTier.Load.Statistics;

internal enum ExchangeabilityProblem
{
    /// <summary>The ratio of a variant to the baseline changes over the run.</summary>
    Trend,

    /// <summary>A variant changes what is measured directly after it.</summary>
    CarryOver,

    /// <summary>Each round depends so strongly on the one before it that batches of rounds do too.</summary>
    Dependence,
}

/// <summary>A reason why an interval cannot be trusted: the rounds are not exchangeable.</summary>
internal sealed record ExchangeabilityFailure(
    ExchangeabilityProblem Problem, string Variant, string Metric, double Size)
{
    public string Description => Problem switch
    {
        ExchangeabilityProblem.Trend =>
            $"{Metric} of {Variant}: the ratio {DescribeChange("rose", "fell")} during the run",
        ExchangeabilityProblem.CarryOver => $"{Metric} {DescribeChange("rises", "falls")} in the slice after {Variant}",
        _ => $"{Metric} of {Variant}: each round resembles the one before it (correlation {Size:0.00})",
    };

    private string DescribeChange(string up, string down) =>
        $"{(Size > 1 ? up : down)} by {Math.Abs(Size - 1) * 100:0.0} %";
}
