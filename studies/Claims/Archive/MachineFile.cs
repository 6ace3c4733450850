namespace Studies.Claims.Archive;

/// <summary>
/// The measurements in a bundle from another machine, without the result files. The file is in docs/archive/machines,
/// under the hash of the bundle.
/// </summary>
internal sealed record MachineFile(int Version, string Bundle, IReadOnlyList<ArchiveRecord> Records)
{
    public const string Folder = "docs/archive/machines";

    public static string Save(string bundle, string folder)
    {
        var unpacked = Directory.CreateTempSubdirectory("bundle-");
        try
        {
            RawPack.Unpack(bundle, unpacked.FullName);
            var hash = RawPack.GetHash(bundle);
            var records = MachineBundle.Read(unpacked.FullName)!.Records;
            var path = Path.Combine(Directory.CreateDirectory(folder).FullName, $"{hash}.json");
            File.WriteAllText(path, JsonSerializer.Serialize(
                new MachineFile(MachineBundle.CurrentVersion, hash, records), StrictYaml.Indented) + "\n");
            return path;
        }
        finally
        {
            unpacked.Delete(recursive: true);
        }
    }

    /// <summary>Reads all files of a folder, in the order of their first measurements.</summary>
    /// <exception cref="FormatException">A file has another name than its bundle, or no records.</exception>
    public static IReadOnlyList<MachineFile> ReadAll(string folder) =>
    [
        .. (Directory.Exists(folder) ? Directory.GetFiles(folder, "*.json") : []).Select(Read)
            .OrderBy(file => file.Records[0].Date, StringComparer.Ordinal)
            .ThenBy(file => file.Bundle, StringComparer.Ordinal),
    ];

    private static MachineFile Read(string path) =>
        JsonSerializer.Deserialize<MachineFile>(File.ReadAllText(path), StrictYaml.Indented) is
        { Version: MachineBundle.CurrentVersion, Records: [_, ..] } file
        && file.Bundle == Path.GetFileNameWithoutExtension(path)
            ? file
            : throw new FormatException($"{Path.GetFileName(path)} is not the file of a bundle.");
}

/// <summary>
/// What one machine measured: the records of some rows with their result files, in one pack that can be sent. It has
/// neither the name of the machine nor paths.
/// </summary>
internal sealed record MachineBundle(int Version, IReadOnlyList<ArchiveRecord> Records)
{
    public const int CurrentVersion = 1;
    private const string FileName = "bundle.json";

    public static string Save(IReadOnlyList<ArchiveRecord> records, string resultsFolder)
    {
        File.WriteAllText(
            Path.Combine(resultsFolder, FileName),
            JsonSerializer.Serialize(new MachineBundle(CurrentVersion, records), StrictYaml.Options));
        var parent = Path.GetDirectoryName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(resultsFolder)))!;
        return Path.Combine(parent, RawPack.Save(resultsFolder, parent)!);
    }

    public static MachineBundle? Read(string folder) => JsonSerializer.Deserialize<MachineBundle>(
        File.ReadAllText(Path.Combine(folder, FileName)), StrictYaml.Options);
}
