namespace Studies.Claims;

/// <summary>Every claim with its measurements. It follows from the claim files and the archive alone.</summary>
internal sealed record Ledger(ClaimLibrary Library, IReadOnlyList<LedgerEntry> Entries)
{
    public static Ledger Create(ClaimLibrary library, MeasurementArchive archive) =>
        new(library, [.. library.Claims.Select(claim => new LedgerEntry(claim, archive.GetHistory(claim.Id)))]);

    public IEnumerable<LedgerEntry> GetEntries(PublicationClaims source) =>
        Entries.Where(entry => source.Claims.Contains(entry.Claim));

    public Ledger Select(bool questions)
    {
        PublicationClaims[] sources =
            [.. Library.Sources.Where(source => source.Publication.AreQuestions == questions)];
        return this with
        {
            Library = Library with { Sources = sources },
            Entries = [.. sources.SelectMany(GetEntries)],
        };
    }

    /// <summary>Finds the claims whose latest ratio is of an earlier day and decided by the file of today.</summary>
    public string[] FindDue(DateOnly today) =>
    [
        .. Entries.Where(entry => entry.Latest is { } latest && latest.IsOfRule(entry.Claim)
            && Replication.IsDue(latest, today)).Select(entry => entry.Claim.Id),
    ];
}
