using System.Security.Cryptography;

namespace TwoTier.Load.Cli.Config;

internal sealed record ScenarioFile(string Path, string Sha256, string Text)
{
    private const long MaxLength = 10_000_000;

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    public static ScenarioFile Open(string path)
    {
        var isUrl = path.Contains(':', StringComparison.Ordinal);
        var bytes = TextFile.ReadBytes(path, isUrl ? $"http://{path}, if it is a URL" : null);
        return bytes.Length <= MaxLength
            ? new ScenarioFile(path, Convert.ToHexStringLower(SHA256.HashData(bytes)), TextFile.Decode(path, bytes))
            : throw ParseException.Create($"{path} is longer than {MaxLength / 1_000_000} MB");
    }

    public void Read(Action<YamlReader> read) => YamlReader.ReadFile(Path, Text, read);
}
