namespace Studies.Claims;

/// <summary>A row that the ledger had, and why it has it no more: an entry of docs/claims/gone.yaml.</summary>
internal sealed record GoneRow(string Id, string Statement, string Reason, string Measured = "none")
{
    public static IReadOnlyList<GoneRow> ReadAll() =>
        StrictYaml.ReadFile<GoneRowsFile>(ProgramLocator.GetPath("docs", "claims", "gone.yaml")).Rows;

    /// <summary>Formats all such rows as a table for docs/corrections.md.</summary>
    public static string FormatTable()
    {
        var table = new TextTable(4, "row", "statement", "last measurement", "why it is gone");
        foreach (var row in ReadAll())
            table.Add($"**{row.Id}**", row.Statement, row.Measured, row.Reason);
        return table.ToMarkdown();
    }

    /// <summary>Finds rows with measurements that are neither in the ledger nor listed as gone.</summary>
    public static IEnumerable<string> FindLost(Ledger ledger, MeasurementArchive archive) =>
        archive.Records.Select(record => record.Claim)
            .Except(ledger.Entries.Select(entry => entry.Claim.Id)).Except(ReadAll().Select(row => row.Id))
            .Select(id => $"{id} is neither a row nor in docs/claims/gone.yaml");

    private sealed record GoneRowsFile(int Version, IReadOnlyList<GoneRow> Rows);
}
