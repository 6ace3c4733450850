namespace Studies.Claims;

/// <summary>The ledger of 25 November 2026, whose services were not yet warm (docs/archive/2026-11-25.json).</summary>
internal sealed record FirstLedger(IReadOnlyList<FirstRow> Claims)
{
    /// <summary>Formats the rows whose interval does not meet that of the first ledger.</summary>
    public static string FormatChanges(Ledger ledger)
    {
        var text = File.ReadAllText(ProgramLocator.GetPath("docs", "archive", "2026-11-25.json"));
        var table = new TextTable(6, "row", "first ledger", "its verdict", "now", "verdict", "processor");
        var changed =
            from entry in ledger.Entries
            join old in JsonSerializer.Deserialize<FirstLedger>(text, StudyFiles.Options)!.Claims
                on entry.Claim.Id equals old.Id
            let before = old.Metrics.GetValueOrDefault(LedgerEntry.Ratio)
            let now = entry.MeasuredRatio
            where before is not null && now is not null && !(now.Lo <= before.Hi && now.Hi >= before.Lo)
            select (string[])
            [
                $"**{old.Id}**", LedgerNumbers.Format(before), old.Verdict, LedgerNumbers.Format(now),
                entry.Decision.Verdict.GetText(), string.Join(", ", entry.Cells.Select(cell => cell.Processor)),
            ];
        foreach (var cells in changed)
            table.Add(cells);
        return table.ToMarkdown();
    }
}

internal sealed record FirstRow(string Id, string Verdict, IReadOnlyDictionary<string, Metric> Metrics);
