using System.Text.Encodings.Web;
using System.Text.Json;

namespace Studies.Claims;

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

    /// <summary>What an earlier run has written.</summary>
    public static Ledger Read(string json, IReadOnlyList<Source> sources)
    {
        var root = JsonDocument.Parse(json).RootElement;
        var entries = root.GetProperty("claims").EnumerateArray().ToDictionary(entry => entry.GetProperty("id").GetString()!);
        return new Ledger(
            sources,
            [.. sources.SelectMany(source => source.Claims).Where(claim => entries.ContainsKey(claim.Id)).Select(claim => new Row(claim, NowOf(entries[claim.Id], claim)))],
            [.. root.GetProperty("provenance").EnumerateArray().Select(line => (line[0].GetString()!, line[1].GetString()!))]);
    }

    // What was measured for other words is no answer to these.
    private static Now NowOf(JsonElement entry, Claim claim)
    {
        if (entry.GetProperty("claim").GetString() != claim.Words)
            return Now.NotMeasured($"it is measured in another way now, and was not again: make claim ID={claim.Id} RENEW=1");
        var (now, verdict) = (entry.GetProperty("now"), entry.GetProperty("verdict").GetString());
        return new Now
        {
            Ratio = now.GetProperty("value") is { ValueKind: JsonValueKind.Number } value
                ? new Estimate(value.GetDouble(), now.GetProperty("lo").GetDouble(), now.GetProperty("hi").GetDouble())
                : null,
            Shown = now.GetProperty("shown") is { ValueKind: not JsonValueKind.Null } shown ? shown.GetBoolean() : null,
            IsOpen = verdict == Verdict.Undecided.Words(),
            Figures = now.GetProperty("figures").GetString()!,
            Missing = verdict == Verdict.NotMeasured.Words() ? entry.GetProperty("why").GetString() : null,
        };
    }

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
