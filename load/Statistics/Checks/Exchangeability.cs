namespace Load.Statistics.Checks;

/// <summary>
/// The finding whether the rounds of a comparison are exchangeable, which means that their order does not matter. Every
/// confidence interval assumes that they are.
/// </summary>
/// <param name="Failures">The reasons why the rounds are not exchangeable; empty if none was found.</param>
internal sealed record Exchangeability(IReadOnlyList<ExchangeabilityFailure> Failures)
{
    /// <summary>Whether no problem was found in any variant and metric.</summary>
    public bool IsExchangeable => Failures.Count == 0;

    /// <summary>
    /// Gets the problems that affect the ratio of a variant: its own problems, and the effect of the baseline on
    /// whatever is measured directly after it, because the baseline is a part of every ratio.
    /// </summary>
    /// <param name="variant">The name of the variant.</param>
    /// <param name="baseline">The name of the baseline.</param>
    /// <param name="metric">The name of the metric.</param>
    public IReadOnlyList<ExchangeabilityFailure> GetFailures(string variant, string baseline, string metric) =>
    [
        .. Failures.Where(failure => failure.Metric == metric && (failure.Variant == variant
            || failure.Variant == baseline && failure.Problem == ExchangeabilityProblem.CarryOver)),
    ];
}
