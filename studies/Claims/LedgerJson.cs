using System.Text.Encodings.Web;
using System.Text.Json;
using Studies.Claims.Sources;

namespace Studies.Claims;

/// <summary>Writes the ledger as JSON and reads it again.</summary>
internal static class LedgerJson
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static string Format(Ledger ledger)
    {
        var entries =
            ledger.Sources.SelectMany(source => ledger.GetEntries(source).Select(entry => ToFile(source, entry)));
        return JsonSerializer.Serialize(new LedgerFile(ledger.Provenance, [.. entries]), Options) + "\n";
    }

    /// <summary>Reads the ledger that an earlier run has written as JSON.</summary>
    /// <param name="json">The JSON text of the ledger.</param>
    /// <param name="sources">
    /// The publications and claims that this program knows. A claim that is missing in the JSON text gets no entry in
    /// the ledger.
    /// </param>
    public static Ledger Parse(string json, IReadOnlyList<PublicationClaims> sources)
    {
        var file = JsonSerializer.Deserialize<LedgerFile>(json, Options)!;
        var entries = file.Claims.ToDictionary(entry => entry.Id);
        var known = sources.SelectMany(source => source.Claims).Where(claim => entries.ContainsKey(claim.Id));
        return new Ledger(
            sources,
            [.. known.Select(claim => new LedgerEntry(claim, GetMeasurement(entries[claim.Id], claim)))],
            file.Provenance);
    }

    private static Measurement GetMeasurement(LedgerFileEntry entry, Claim claim) =>
        entry.MeasurementId == claim.MeasurementId
        ? entry.Measurement
        : Measurement.NotMeasured(
            $"the way to measure this claim has changed; to measure it again, run make claim ID={claim.Id} RENEW=1");

    private static LedgerFileEntry ToFile(PublicationClaims source, LedgerEntry entry) => new(
        entry.Claim.Id,
        entry.Claim.MeasurementId,
        $"{source.Publication.Name}: {source.Publication.Title}",
        entry.Claim.Statement,
        entry.Claim.Published,
        entry.Measurement,
        entry.Verdict.GetText(),
        entry.Reason,
        $"make claim ID={entry.Claim.Id}");

    private sealed record LedgerFile(IReadOnlyList<Provenance> Provenance, IReadOnlyList<LedgerFileEntry> Claims);

    private sealed record LedgerFileEntry(
        string Id, string MeasurementId, string Source, string Statement, PublishedResult Published,
        Measurement Measurement,
        string Verdict, string? Reason, string Command);
}
