using Studies.LoadTool;

namespace Studies.Commands;

/// <summary>A measured ratio with its 99 % interval.</summary>
internal sealed record RatioEstimate(double Value, double? Low, double? High)
{
    private const double Confidence = 0.99;

    /// <summary>Takes over a ratio and its interval from a comparison of the load tool.</summary>
    public static RatioEstimate? From(RatioSummary? ratio) =>
        ratio is null ? null : new RatioEstimate(ratio.Value, ratio.Lo, ratio.Hi);

    /// <summary>
    /// Estimates the ratio of two quantities that were measured in the same rounds, with Student's t on the logarithms.
    /// </summary>
    /// <returns>
    /// The geometric mean of the ratios; null if no round has both quantities, or if one of them is 0 in a round, which
    /// has no logarithm.
    /// </returns>
    public static RatioEstimate? FromRounds(IEnumerable<(double? Dividend, double? Divisor)> rounds)
    {
        double[] logs =
        [
            .. rounds.Where(round => round is { Dividend: not null, Divisor: not null })
                .Select(round => Math.Log(round.Dividend!.Value / round.Divisor!.Value)),
        ];
        if (logs.Length == 0 || !logs.All(double.IsFinite))
            return null;
        var mean = new SampleMean(logs);
        return mean.GetHalfWidth(Confidence) is { } half
            ? new RatioEstimate(Math.Exp(mean.Value), Math.Exp(mean.Value - half), Math.Exp(mean.Value + half))
            : new RatioEstimate(Math.Exp(mean.Value), null, null);
    }

    /// <summary>Formats a ratio to a baseline, which itself is 1.</summary>
    public static string Format(RatioEstimate? ratio, bool isBaseline) =>
        ratio?.ToString() ?? (isBaseline ? "1" : TableNumbers.NotMeasured);

    public override string ToString() => Low is null
        ? TableNumbers.Format(Value)
        : TableNumbers.Format(Value, Low, High);
}
