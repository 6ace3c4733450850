using System.Text.Encodings.Web;

namespace Studies.Claims.Archive;

/// <summary>
/// All measurements of claims, in the order in which they were published. Each line has the hash of the line before it,
/// so that a change to any line but the last is found; docs/claims.json repeats what the last lines say. The hashes do
/// not protect from somebody who changes a line and then computes all hashes after it anew. Against that, make verify
/// compares the archive with its earlier versions in git, which must be the beginning of it.
/// </summary>
internal sealed record MeasurementArchive(IReadOnlyList<ArchiveRecord> Records)
{
    /// <summary>The format of a line of the archive, and of one of the chain of results.</summary>
    public static JsonSerializerOptions Options { get; } = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static MeasurementArchive Read() =>
        Parse(File.ReadAllText(ProgramLocator.GetPath("docs", "archive", "measurements.jsonl")));

    public static MeasurementArchive Parse(string text)
    {
        var records = new List<ArchiveRecord>();
        string? previous = null;
        foreach (var (index, line) in text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Index())
        {
            try
            {
                records.Add(JsonSerializer.Deserialize<ArchiveRecord>(line, Options)!);
            }
            catch (JsonException e)
            {
                throw new FormatException($"Line {index + 1} of the archive: {e.Message}", e);
            }

            if (records[^1].Previous != previous)
                throw new FormatException($"Line {index + 1} of the archive: a line before it was changed or removed.");
            previous = Hashing.Hash(line);
        }

        return new MeasurementArchive(records);
    }

    public static string Append(string text, IEnumerable<ArchiveRecord> records)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries).ToList();
        foreach (var record in records)
        {
            var previous = lines is [.., var last] ? Hashing.Hash(last) : null;
            lines.Add(JsonSerializer.Serialize(record with { Previous = previous }, Options));
        }

        return string.Join('\n', lines) + "\n";
    }

    public IReadOnlyList<ArchiveRecord> GetHistory(string id) => [.. Records.Where(record => record.Claim == id)];
}
