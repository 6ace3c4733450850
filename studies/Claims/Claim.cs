using Studies.Claims.Sources;

namespace Studies.Claims;

/// <summary>A statement of a publication, and how it is measured again.</summary>
/// <param name="Id">The identifier in the ledger: the letter of the publication and a number.</param>
/// <param name="Statement">The statement in the ledger's words.</param>
/// <param name="Published">What the publication reported.</param>
/// <param name="MeasureAsync">Measures the statement again.</param>
/// <param name="Reasons">Explanations of verdicts. The one for today's verdict is shown.</param>
internal sealed record Claim(
    string Id,
    string Statement,
    PublishedResult Published,
    Func<MeasurementContext, Task<Measurement>> MeasureAsync,
    params IReadOnlyList<Reason> Reasons)
{
    /// <summary>
    /// Identifies how the claim is measured. Change it together with the measurement: the ledger then asks for a new
    /// one.
    /// </summary>
    public string MeasurementId { get; init; } = Id;

    public string? GetReason(Verdict verdict) => Reasons.FirstOrDefault(reason => reason.Verdict == verdict)?.Text;
}

/// <summary>A publication and what it claims, in the ledger's order.</summary>
internal sealed record Source(Publication Publication, IReadOnlyList<Claim> Claims);

/// <summary>Why a claim has a verdict.</summary>
internal sealed record Reason(Verdict Verdict, string Text);
