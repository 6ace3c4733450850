namespace Studies.Claims;

/// <summary>Every claim beside what was found in one go.</summary>
/// <param name="Sources">In the order of the page.</param>
/// <param name="Rows">Of all of them.</param>
/// <param name="Provenance">Where, when, how and with what it was measured: label and value.</param>
internal sealed record Ledger(
    IReadOnlyList<Source> Sources, IReadOnlyList<Row> Rows, IReadOnlyList<(string Label, string Value)> Provenance)
{
    private const int MostSurprises = 5;
    private const string Separator = ", ";

    public IEnumerable<Row> RowsOf(Source source) => Rows.Where(row => source.Claims.Contains(row.Claim));

    /// <summary>What is no longer so, and the furthest from what it was, first.</summary>
    public IEnumerable<Row> Surprises() => Rows
        .Where(row => row.Verdict is Verdict.NoLongerHolds or Verdict.Differs && row.Now.Ratio is not null)
        .OrderByDescending(row => row.Distance)
        .Take(MostSurprises);

    /// <summary>With some rows measured again.</summary>
    /// <param name="rows">In place of those of the same claims.</param>
    /// <param name="measured">When, and with what.</param>
    public Ledger Renewed(IReadOnlyList<Row> rows, string measured)
    {
        var all = Rows.Concat(rows).ToLookup(row => row.Claim.Id);
        var ids = rows.Select(row => row.Claim.Id).ToArray();
        return this with
        {
            Rows = [.. Sources.SelectMany(source => source.Claims).Where(claim => all.Contains(claim.Id)).Select(claim => all[claim.Id].Last())],
            Provenance = [.. Provenance.Select(line => line with { Label = Without(ids, line.Label) }).Where(line => line.Label.Length > 0), (string.Join(Separator, ids), measured)],
        };
    }

    // Of a line that an earlier renewal has left.
    private static string Without(string[] ids, string label) => string.Join(Separator, label.Split(Separator).Except(ids));

    public int Count(Verdict verdict) => Rows.Count(row => row.Verdict == verdict);
}
