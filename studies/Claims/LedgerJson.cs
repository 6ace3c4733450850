namespace Studies.Claims;

/// <summary>Writes the ledger as JSON, for other programs.</summary>
internal static class LedgerJson
{
    public static string Format(Ledger ledger) => JsonSerializer.Serialize(
        new LedgerFile(2, [.. ledger.Entries.Select(entry => ToRow(ledger, entry))]), StrictYaml.Indented) + "\n";

    private static LedgerRow ToRow(Ledger ledger, LedgerEntry entry)
    {
        var (file, decision) = (entry.Claim.File, entry.Decision);
        return new LedgerRow(
            file.Id, ledger.Library.GetKind(file.Id), file.Edition, file.Statement, file.Published, entry.Claim.Hash,
            file.Criterion,
            decision.Verdict.GetText(), decision.Explanation,
            ledger.Library.GetExplanation(file.Id, decision.Verdict), ledger.Library.GetErratum(file.Id), entry.Metrics,
            RowStarts.Format(entry), entry.Latest, entry.History.Count, $"make claim ID={file.Id}", entry.Answer,
            entry.Machines is [] ? null : entry.Machines);
    }

    private sealed record LedgerFile(int Version, IReadOnlyList<LedgerRow> Claims);

    private sealed record LedgerRow(
        string Id, RowKind Kind, Edition Edition, string Statement, PublishedFigures Published, string RuleHash,
        Criterion? Criterion,
        string Verdict, string? Explanation, string? Reason, string? Erratum,
        IReadOnlyDictionary<string, Metric> Metrics, string Starts, ArchiveRecord? Measurement, int Measurements,
        string Command,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] Answer? Answer,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        IReadOnlyList<ArchiveRecord>? Machines);
}
