namespace Load.Statistics.Checks;

/// <summary>
/// The finding whether the rounds of a comparison are exchangeable, which every interval assumes: their order does not
/// matter.
/// </summary>
/// <param name="Failures">The reasons why they are not; empty if nothing was found.</param>
internal sealed record Exchangeability(IReadOnlyList<ExchangeabilityFailure> Failures)
{
    /// <summary>Whether no problem was found in any variant and metric.</summary>
    public bool IsExchangeable => Failures.Count == 0;

    /// <summary>
    /// Gets the problems that affect a ratio: its own, and a baseline's effect on the slice after it, which is part of
    /// every ratio.
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
