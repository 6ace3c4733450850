namespace Studies.Claims;

/// <summary>Every claim with its measurement.</summary>
/// <param name="Sources">The publications in the order of the page.</param>
/// <param name="Entries">The claims of all publications.</param>
/// <param name="Provenance">Where, when and how it was measured: label and value.</param>
internal sealed record Ledger(
    IReadOnlyList<Source> Sources, IReadOnlyList<LedgerEntry> Entries, IReadOnlyList<Provenance> Provenance)
{
    private const int SurpriseCount = 5;
    private const string Separator = ", ";

    public IEnumerable<LedgerEntry> GetEntries(Source source) =>
        Entries.Where(entry => source.Claims.Any(claim => claim.Id == entry.Claim.Id));

    /// <summary>Gets the results that are furthest from the published ones.</summary>
    public IEnumerable<LedgerEntry> GetSurprises() => Entries
        .Where(entry => entry.Verdict is Verdict.NoLongerHolds or Verdict.Differs
            && entry.Measurement.Ratio is not null)
        .OrderByDescending(entry => entry.Distance)
        .Take(SurpriseCount);

    public int Count(Verdict verdict) => Entries.Count(entry => entry.Verdict == verdict);

    /// <summary>Replaces the entries of claims that were measured again.</summary>
    /// <param name="entries">The new entries.</param>
    /// <param name="measured">When and with what they were measured.</param>
    public Ledger Replace(IReadOnlyList<LedgerEntry> entries, string measured)
    {
        var byId = Entries.Concat(entries).ToLookup(entry => entry.Claim.Id);
        string[] ids = [.. entries.Select(entry => entry.Claim.Id)];
        var claims = Sources.SelectMany(source => source.Claims).Where(claim => byId.Contains(claim.Id));
        return this with
        {
            Entries = [.. claims.Select(claim => byId[claim.Id].Last())],
            Provenance =
            [
                .. Provenance
                    .Select(line => line with { Label = Remove(ids, line.Label) })
                    .Where(line => line.Label.Length > 0),
                new Provenance(string.Join(Separator, ids), measured),
            ],
        };
    }

    // An earlier line lists the claims that it is about. What is left of it stays.
    private static string Remove(string[] ids, string label) =>
        string.Join(Separator, label.Split(Separator).Except(ids));
}

/// <summary>Where a part of the ledger comes from.</summary>
/// <param name="Label">What the line is about, or the claims that were measured again.</param>
/// <param name="Value">When, where and how.</param>
internal sealed record Provenance(string Label, string Value);
