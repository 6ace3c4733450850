using System.Text.Encodings.Web;
using System.Text.Json;

namespace Testbed.Claims;

/// <summary>The ledger for programs.</summary>
internal static class LedgerJson
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Of(Ledger ledger) => JsonSerializer.Serialize(
        new
        {
            Provenance = ledger.Provenance.Select(line => new[] { line.Label, line.Value }),
            Claims = ledger.Sources.SelectMany(source => ledger.RowsOf(source).Select(row => Entry(source, row))),
        },
        Options) + "\n";

    private static object Entry(Source source, Row row) => new
    {
        row.Claim.Id,
        Source = $"{source.Name}: {source.Title}",
        Claim = row.Claim.Words,
        Then = new { row.Claim.Then.Ratio, row.Claim.Then.Figures },
        Now = new { row.Now.Ratio?.Value, row.Now.Ratio?.Lo, row.Now.Ratio?.Hi, row.Now.Shown, row.Now.Figures },
        Verdict = row.Verdict.Words(),
        row.Why,
        Command = $"make claim ID={row.Claim.Id}",
    };
}
