namespace Studies.Claims;

/// <summary>A claim and its measurement.</summary>
internal sealed record LedgerEntry(Claim Claim, Measurement Measurement)
{
    public Verdict Verdict => Verdicts.Decide(Claim.Published, Measurement);

    public string? Reason => Measurement.NotMeasuredReason ?? Claim.GetReason(Verdict);

    /// <summary>How far the measured ratio is from the published one, as a factor; 1 without a ratio.</summary>
    public double Distance => (Claim.Published.Ratio, Measurement.Ratio) is ({ } published, { } measured)
        ? Math.Exp(Math.Abs(Math.Log(measured.Value / published)))
        : 1;
}
