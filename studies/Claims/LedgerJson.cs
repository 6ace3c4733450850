namespace Studies.Claims;

/// <summary>Writes the ledger as JSON, for other programs.</summary>
internal static class LedgerJson
{
    public static string Format(Ledger ledger) => JsonSerializer.Serialize(
        new LedgerFile(3, [.. ledger.Entries.Select(entry => ToRow(ledger, entry))]), StrictYaml.Indented) + "\n";

    private static LedgerRow ToRow(Ledger ledger, LedgerEntry entry)
    {
        var (file, decision) = (entry.Claim.File, entry.Decision);
        return new LedgerRow(
            file.Id, ledger.Library.GetKind(file.Id), file.Edition, file.Statement, file.Published, entry.Claim.Hash,
            file.Criterion,
            decision.Verdict.GetText(), decision.Explanation,
            ledger.Library.GetExplanation(file.Id, decision.Verdict), ledger.Library.GetErratum(file.Id), entry.Metrics,
            [.. entry.Cells.Select(cell => new LedgerCell(cell.Processor, cell.Records[^1].Build, cell.Metrics))],
            RowStarts.Format(entry), entry.Latest, entry.History.Count, $"make claim ID={file.Id}", entry.Answer);
    }

    private sealed record LedgerFile(int Version, IReadOnlyList<LedgerRow> Claims);

    private sealed record LedgerRow(
        string Id, RowKind Kind, Edition Edition, string Statement, PublishedFigures Published, string RuleHash,
        Criterion? Criterion,
        string Verdict, string? Explanation, string? Reason, string? Erratum,
        IReadOnlyDictionary<string, Metric> Metrics, IReadOnlyList<LedgerCell> Cells, string Starts,
        ArchiveRecord? Measurement, int Measurements,
        string Command,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] Answer? Answer);

    private sealed record LedgerCell(string Processor, string Build, IReadOnlyDictionary<string, Metric> Metrics);
}
