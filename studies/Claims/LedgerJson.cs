namespace Studies.Claims;

/// <summary>Writes the ledger as JSON, for other programs.</summary>
internal static class LedgerJson
{
    public static string Format(Ledger ledger) => JsonSerializer.Serialize(
        new { Version = 3, Claims = ledger.Entries.Select(entry => CreateRow(ledger.Library, entry)) },
        StrictYaml.Indented) + "\n";

    private static LedgerRow CreateRow(ClaimLibrary library, LedgerEntry entry)
    {
        var (file, decision) = (entry.Claim.File, entry.Decision);
        return new LedgerRow(
            file.Id, library.GetKind(file.Id), file.Edition, file.Statement, file.Published, entry.Claim.Hash,
            file.Criterion, decision.Verdict.GetText(), decision.Explanation,
            library.GetExplanation(file.Id, decision.Verdict), library.GetErratum(file.Id), entry.Metrics,
            entry.Cells.Select(cell => new { cell.Processor, cell.Records[^1].Build, cell.Metrics }),
            LedgerTable.FormatStarts(entry), entry.Latest, entry.History.Count, $"make claim ID={file.Id}",
            entry.Answer);
    }

    private sealed record LedgerRow(
        string Id, RowKind Kind, Edition Edition, string Statement, PublishedFigures Published, string RuleHash,
        Criterion? Criterion, string Verdict, string? Explanation, string? Reason, string? Erratum,
        IReadOnlyDictionary<string, Metric> Metrics, IEnumerable<object> Cells, string Starts,
        ArchiveRecord? Measurement, int Measurements, string Command,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] Answer? Answer);
}
