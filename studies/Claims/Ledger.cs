using Studies.Claims.Archive;
using Studies.Claims.Criteria;
using Studies.Claims.Files;

namespace Studies.Claims;

/// <summary>
/// The ledger: every claim with its measurements. It follows from the claim files and the archive, and from nothing
/// else.
/// </summary>
internal sealed record Ledger(ClaimLibrary Library, IReadOnlyList<LedgerEntry> Entries)
{
    public static Ledger Create(ClaimLibrary library, MeasurementArchive archive) =>
        new(library, [.. library.Claims.Select(claim => new LedgerEntry(claim, archive.GetHistory(claim.Id)))]);

    public IEnumerable<LedgerEntry> GetEntries(PublicationClaims source) =>
        Entries.Where(entry => source.Claims.Contains(entry.Claim));

    public int Count(Verdict verdict) => Entries.Count(entry => entry.Decision.Verdict == verdict);
}
