namespace Studies.Talk;

/// <summary>A row of the ledger's picture: the published ratio, and the measured one with its 95 % interval.</summary>
internal sealed record ThenAndNow(
    string Name, double Published, double Measured, double Lo, double Hi, string Verdict)
{
    /// <summary>Reads the rows that docs/claims.svg draws, in its order.</summary>
    public static IEnumerable<ThenAndNow> ReadAll()
    {
        var ledger = Ledger.Create(ClaimCatalog.Library, MeasurementArchive.Read()).Select(questions: false);
        return
            from source in ledger.Library.Sources
            from entry in ledger.GetEntries(source)
            where LedgerPicture.IsDrawn(entry)
            let ratio = entry.MeasuredRatio!
            select new ThenAndNow(
                source.Publication.RowNames.GetValueOrDefault(entry.Claim.Id, entry.Claim.Id),
                entry.Claim.File.Published.GetRatio()!.Value, ratio.Value, ratio.Lo!.Value, ratio.Hi!.Value,
                entry.Decision.Verdict.GetText());
    }
}
