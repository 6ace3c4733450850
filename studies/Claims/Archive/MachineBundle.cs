namespace Studies.Claims.Archive;

/// <summary>
/// What one machine measured: the records of some rows with their result files, in one pack that can be sent. It has
/// neither the name of the machine nor paths.
/// </summary>
internal sealed record MachineBundle(int Version, IReadOnlyList<ArchiveRecord> Records)
{
    public const int CurrentVersion = 1;
    private const string FileName = "bundle.json";

    /// <summary>Packs records with the result files of their folder.</summary>
    /// <returns>The path of the pack.</returns>
    public static string Save(IReadOnlyList<ArchiveRecord> records, string resultsFolder)
    {
        File.WriteAllText(
            Path.Combine(resultsFolder, FileName),
            JsonSerializer.Serialize(new MachineBundle(CurrentVersion, records), StrictYaml.Options));
        var parent = Path.GetDirectoryName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(resultsFolder)))!;
        return Path.Combine(parent, RawPack.Save(resultsFolder, parent)!);
    }

    /// <summary>Reads the bundle whose pack was unpacked to a folder.</summary>
    public static MachineBundle Read(string folder) => JsonSerializer.Deserialize<MachineBundle>(
        File.ReadAllText(Path.Combine(folder, FileName)), StrictYaml.Options)!;
}
