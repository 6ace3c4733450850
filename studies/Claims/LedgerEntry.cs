namespace Studies.Claims;

/// <summary>A claim beside what was found.</summary>
internal sealed record Row(Claim Claim, Now Now)
{
    public Verdict Verdict => Verdicts.Of(Claim.Then, Now);

    public string? Why => Now.Missing ?? Claim.ReasonOf(Verdict);

    /// <summary>How far today's ratio is from the claim's, as a factor; 1 where there is none.</summary>
    public double Distance => (Claim.Then.Ratio, Now.Ratio) is ({ } then, { } now)
        ? Math.Exp(Math.Abs(Math.Log(now.Value / then)))
        : 1;
}
