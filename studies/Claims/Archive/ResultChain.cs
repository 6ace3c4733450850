namespace Studies.Claims.Archive;

/// <summary>
/// docs/archive/results.jsonl: what was published, with its hash, in the order of publication: the files of
/// docs/results, the archive of measurements, and the rules of rows. Lines are only ever added: what changes or goes
/// has a further line. The head, the hash of the file, can be kept elsewhere: whoever has it finds every change to
/// what was published before it, and needs no git for it.
/// </summary>
internal static class ResultChain
{
    public const string Path = "docs/archive/results.jsonl";
    public const string Measurements = "docs/archive/measurements.jsonl";

    /// <summary>Adds a line for each file that is new, has changed or has gone.</summary>
    public static string Append(string chain, IReadOnlyDictionary<string, string> files)
    {
        var last = Read(chain);
        var changed = files.Where(file => last.GetValueOrDefault(file.Key) != file.Value)
            .Select(file => new Line(file.Key, file.Value));
        var gone = last.Where(line => line.Value is not null && !files.ContainsKey(line.Key))
            .Select(line => new Line(line.Key, null));
        return chain + string.Concat(changed.Concat(gone).OrderBy(line => line.Path, StringComparer.Ordinal)
            .Select(line => $"{JsonSerializer.Serialize(line, MeasurementArchive.Options)}\n"));
    }

    /// <summary>Counts the lines that were added after a head.</summary>
    /// <returns>The number of lines; null if no beginning of the chain has this head.</returns>
    public static int? CountAddedSince(string chain, string head) =>
        Enumerable.Range(0, GetLines(chain).Length).Cast<int?>()
            .FirstOrDefault(added => Hashing.Hash(Cut(chain, added!.Value)) == head);

    /// <summary>
    /// Finds what was published before the last lines of a chain, and is not what it was: of the archive of
    /// measurements, the beginning must be the same.
    /// </summary>
    public static IEnumerable<string> FindChanges(
        string chain, int added, IReadOnlyDictionary<string, string> files, string measurements) =>
        from line in Read(Cut(chain, added))
        where line.Value is not null && files.GetValueOrDefault(line.Key) != line.Value
            && (line.Key is not Measurements || Enumerable.Range(0, GetLines(measurements).Length + 1)
                .All(count => Hashing.HashWhole(Cut(measurements, count)) != line.Value))
        select line.Key;

    // The last line of a path counts.
    private static Dictionary<string, string?> Read(string chain)
    {
        var files = new Dictionary<string, string?>();
        foreach (var text in GetLines(chain))
        {
            var line = JsonSerializer.Deserialize<Line>(text, MeasurementArchive.Options)!;
            files[line.Path] = line.Hash;
        }

        return files;
    }

    private static string Cut(string text, int lines) =>
        string.Concat(GetLines(text)[..^lines].Select(line => $"{line}\n"));

    private static string[] GetLines(string text) => text.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    // A file that has gone has no hash.
    private sealed record Line(string Path, string? Hash);
}
