namespace Studies.Claims;

/// <summary>A row of the ledger: a claim and its measurement.</summary>
internal sealed record LedgerEntry(Claim Claim, Measurement Measurement)
{
    public Verdict Verdict => VerdictRules.Decide(Claim.Published, Measurement);

    public string? Reason => Measurement.NotMeasuredReason ?? Claim.GetReason(Verdict);

    /// <summary>
    /// The factor between the measured ratio and the published one. It is 1 if the claim has no ratio.
    /// </summary>
    public double DifferenceFactor => (Claim.Published.Ratio, Measurement.Ratio) is ({ } published, { } measured)
        ? Math.Exp(Math.Abs(Math.Log(measured.Value / published)))
        : 1;
}
