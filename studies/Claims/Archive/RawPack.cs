using System.Formats.Tar;
using System.IO.Compression;
using System.Security.Cryptography;

namespace Studies.Claims.Archive;

/// <summary>
/// The result files of a measurement, in one compressed file of docs/archive/raw. The name of the file ends with the
/// hash of its content. The records of the archive have the name, and so the hash.
/// </summary>
internal static class RawPack
{
    private const string Extension = ".tar.br";
    private const int HashDigits = 16;
    private const int MostEntries = 1_000;
    private const long MostBytes = 100_000_000;
    private static readonly string[] KeptExtensions = [".json", ".txt"];

    public static string[] FindAll(string archiveFolder) => Path.Combine(archiveFolder, "raw") is var raw
        && Directory.Exists(raw) ? Directory.GetFiles(raw) : [];

    /// <summary>Packs the result files of a folder.</summary>
    /// <returns>The path of the pack, relative to the archive; null if there are no result files.</returns>
    public static string? Save(string resultsFolder, string archiveFolder)
    {
        string[] files =
        [
            .. Directory.EnumerateFiles(resultsFolder, "*", SearchOption.AllDirectories)
                .Where(file => KeptExtensions.Contains(Path.GetExtension(file))).Order(StringComparer.Ordinal),
        ];
        if (files is [])
            return null;
        using var content = new MemoryStream();
        using (var tar = new TarWriter(new BrotliStream(content, CompressionLevel.SmallestSize, leaveOpen: true)))
        {
            foreach (var file in files)
            {
                var path = Path.GetRelativePath(resultsFolder, file).Replace(Path.DirectorySeparatorChar, '/');
                tar.WriteEntry(new PaxTarEntry(TarEntryType.RegularFile, path)
                {
                    DataStream = new MemoryStream(Encoding.UTF8.GetBytes(RemoveRepositoryPath(File.ReadAllText(file)))),
                    ModificationTime = DateTimeOffset.UnixEpoch,
                });
            }
        }

        var name = Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(resultsFolder)));
        var pack = $"raw/{name}-{ComputeHash(content.ToArray())}{Extension}";
        Directory.CreateDirectory(Path.Combine(archiveFolder, "raw"));
        File.WriteAllBytes(Path.Combine(archiveFolder, pack), content.ToArray());
        return pack;
    }

    /// <summary>Writes the result files of a pack to a folder, which must exist.</summary>
    /// <exception cref="FormatException">
    /// The content is not the one that the name of the pack says, or has something else than a few files.
    /// </exception>
    /// <exception cref="InvalidDataException">The content is no compressed archive.</exception>
    public static void Unpack(string pack, string folder)
    {
        // A pipe or a device has no length, and might never end.
        if (new FileInfo(pack) is not { LinkTarget: null, Length: > 0 and <= MostBytes })
            throw new FormatException($"{Path.GetFileName(pack)} is not a file of up to {MostBytes / 1_000_000} MB.");
        var content = File.ReadAllBytes(pack);
        if (!pack.EndsWith($"-{ComputeHash(content)}{Extension}", StringComparison.Ordinal))
            throw new FormatException($"{Path.GetFileName(pack)}: the content was changed.");
        using var files = new BrotliStream(new MemoryStream(content), CompressionMode.Decompress);
        using var tar = new TarReader(files);
        var (entries, bytes) = (0, 0L);
        while (tar.GetNextEntry() is { } entry)
        {
            bytes += entry.Length;
            var path = Path.GetFullPath(entry.Name, folder);
            if (entry.EntryType is not TarEntryType.RegularFile || ++entries > MostEntries || bytes > MostBytes
                || !path.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            {
                throw new FormatException($"{Path.GetFileName(pack)}: {entry.Name} is not allowed. A pack has up to "
                    + $"{MostEntries} files, all inside its folder, of {MostBytes / 1_000_000} MB together.");
            }

            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            entry.ExtractToFile(path, overwrite: true);
        }
    }

    // Where the repository lies on the measuring machine concerns nobody.
    private static string RemoveRepositoryPath(string text) =>
        text.Replace(ProgramLocator.RepositoryRoot, "", StringComparison.Ordinal);

    private static string ComputeHash(byte[] content) =>
        Convert.ToHexStringLower(SHA256.HashData(content))[..HashDigits];
}
