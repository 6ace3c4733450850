namespace TwoTier.Load.Statistics.Checks;

/// <summary>
/// The finding whether the rounds of a comparison are exchangeable, which means that their order does not matter. Every
/// confidence interval assumes that they are.
/// </summary>
internal sealed record Exchangeability(IReadOnlyList<ExchangeabilityFailure> Failures)
{
    /// <summary>Whether no problem was found in any variant and metric.</summary>
    public bool IsExchangeable => Failures.Count == 0;

    /// <summary>
    /// Gets the problems that affect the ratio of a variant: its own problems, and the effect of the baseline on
    /// whatever is measured directly after it, because the baseline is a part of every ratio.
    /// </summary>
    public IReadOnlyList<ExchangeabilityFailure> GetFailures(string variant, string baseline, string metric) =>
    [
        .. Failures.Where(failure => failure.Metric == metric && (failure.Variant == variant
            || failure.Variant == baseline && failure.Problem == ExchangeabilityProblem.CarryOver)),
    ];
}
