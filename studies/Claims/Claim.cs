using Studies.Claims.Sources;

namespace Studies.Claims;

/// <summary>A statement of a publication, and how it is measured again.</summary>
/// <param name="Id">The identifier of the claim in the ledger: the letter of the publication and a number.</param>
/// <param name="Statement">The claim in one sentence, as the ledger shows it.</param>
/// <param name="Published">The result that the publication reported.</param>
/// <param name="MeasureAsync">The function that measures the claim.</param>
/// <param name="Reasons">
/// The explanations of the claim, one for each verdict. The ledger shows the explanation for the current verdict.
/// </param>
internal sealed record Claim(
    string Id,
    string Statement,
    PublishedResult Published,
    Func<MeasurementContext, Task<Measurement>> MeasureAsync,
    params IReadOnlyList<VerdictReason> Reasons)
{
    /// <summary>
    /// Identifies the method by which the claim is measured. Change this value whenever the method changes: the ledger
    /// then asks for a new measurement.
    /// </summary>
    public string MeasurementId { get; init; } = Id;

    public string? GetReason(Verdict verdict) => Reasons.FirstOrDefault(reason => reason.Verdict == verdict)?.Text;
}

/// <summary>A publication and its claims, in the order in which the ledger lists them.</summary>
internal sealed record PublicationClaims(Publication Publication, IReadOnlyList<Claim> Claims);

/// <summary>Explains why a claim has a certain verdict.</summary>
internal sealed record VerdictReason(Verdict Verdict, string Text);
