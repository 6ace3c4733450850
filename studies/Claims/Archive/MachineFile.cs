using System.Text.Encodings.Web;

namespace Studies.Claims.Archive;

/// <summary>
/// The measurements in a bundle from another machine, without the result files. The file is in docs/archive/machines,
/// under the hash of the bundle.
/// </summary>
internal sealed record MachineFile(int Version, string Bundle, IReadOnlyList<ArchiveRecord> Records)
{
    public const string Folder = "docs/archive/machines";

    private static readonly JsonSerializerOptions Options = new(StrictYaml.Options)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Writes the records of a bundle to a folder.</summary>
    /// <returns>The path of the file.</returns>
    public static string Save(string bundle, string folder)
    {
        var unpacked = Directory.CreateTempSubdirectory("bundle-");
        try
        {
            RawPack.Unpack(bundle, unpacked.FullName);
            var hash = RawPack.GetHash(bundle);
            var records = MachineBundle.Read(unpacked.FullName).Records;
            var path = Path.Combine(Directory.CreateDirectory(folder).FullName, $"{hash}.json");
            File.WriteAllText(path, JsonSerializer.Serialize(
                new MachineFile(MachineBundle.CurrentVersion, hash, records), Options) + "\n");
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
        JsonSerializer.Deserialize<MachineFile>(File.ReadAllText(path), Options) is
        { Version: MachineBundle.CurrentVersion, Records: [_, ..] } file
        && file.Bundle == Path.GetFileNameWithoutExtension(path)
            ? file
            : throw new FormatException($"{Path.GetFileName(path)} is not the file of a bundle.");
}
