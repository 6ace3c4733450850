namespace Studies.Claims;

/// <summary>The ledger, which contains every claim with its measurement.</summary>
/// <param name="Sources">The publications, in the order in which the page lists them.</param>
/// <param name="Entries">The claims of all publications with their measurements.</param>
/// <param name="Provenance">The place, time and method of the measurement, line by line.</param>
internal sealed record Ledger(
    IReadOnlyList<PublicationClaims> Sources, IReadOnlyList<LedgerEntry> Entries, IReadOnlyList<Provenance> Provenance)
{
    private const int LargestDifferenceCount = 5;
    private const string Separator = ", ";

    public IEnumerable<LedgerEntry> GetEntries(PublicationClaims source) =>
        Entries.Where(entry => source.Claims.Any(claim => claim.Id == entry.Claim.Id));

    /// <summary>Gets the claims whose measured ratio differs most from the published one.</summary>
    public IEnumerable<LedgerEntry> GetLargestDifferences() => Entries
        .Where(entry => entry.Verdict is Verdict.NoLongerHolds or Verdict.Differs
            && entry.Measurement.Ratio is not null)
        .OrderByDescending(entry => entry.DifferenceFactor)
        .Take(LargestDifferenceCount);

    public int Count(Verdict verdict) => Entries.Count(entry => entry.Verdict == verdict);

    /// <summary>
    /// Replaces the entries of claims that were measured again, and adds the time of these measurements to the
    /// provenance.
    /// </summary>
    /// <param name="entries">The new entries of the claims that were measured again.</param>
    /// <param name="measured">The text that says when and with what the claims were measured again.</param>
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

    // The label of a provenance line lists the claims that the line is about. If claims are measured again, their ids
    // are removed from the labels of earlier lines.
    private static string Remove(string[] ids, string label) =>
        string.Join(Separator, label.Split(Separator).Except(ids));
}

/// <summary>A line that says where the measurements in the ledger come from.</summary>
/// <param name="Label">The subject of the line, or the claims that were measured again.</param>
/// <param name="Value">The text that says when, where and how the claims were measured.</param>
internal sealed record Provenance(string Label, string Value);
