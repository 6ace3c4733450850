namespace TwoTier.Load.Statistics;

/// <summary>The reasons why the rounds of a comparison may not be exchangeable.</summary>
internal enum ExchangeabilityProblem
{
    /// <summary>The ratio of a variant to the baseline changes over the run.</summary>
    Trend,

    /// <summary>A variant changes what is measured directly after it.</summary>
    CarryOver,

    /// <summary>
    /// Each round depends on the round before it so strongly that batches of rounds depend on one another, too.
    /// </summary>
    Dependence,
}

/// <summary>A reason why an interval cannot be trusted: the rounds are not exchangeable.</summary>
internal sealed record ExchangeabilityFailure(
    ExchangeabilityProblem Problem, string Variant, string Metric, double Size)
{
    /// <summary>A phrase that describes the problem to a user.</summary>
    public string Description => Problem switch
    {
        ExchangeabilityProblem.Trend => $"{Metric} of {Variant}: the ratio {DescribeChange("rose", "fell")} during the run",
        ExchangeabilityProblem.CarryOver => $"{Metric} {DescribeChange("rises", "falls")} in the slice after {Variant}",
        _ => $"{Metric} of {Variant}: each round resembles the one before it (correlation {Size:0.00})",
    };

    private string DescribeChange(string up, string down) =>
        $"{(Size > 1 ? up : down)} by {Math.Abs(Size - 1) * 100:0.0} %";
}
