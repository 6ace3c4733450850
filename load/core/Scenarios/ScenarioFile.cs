using System.Security.Cryptography;

namespace TwoTier.Load.Scenarios;

internal sealed record ScenarioFile(string Path, string Sha256, string Text)
{
    // Requests and phases take many times the memory of their text.
    private const long MaxLength = 1_000_000;

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    public static ScenarioFile Open(string path)
    {
        var isUrl = path.Contains(':', StringComparison.Ordinal);
        var bytes = TextFile.ReadBytes(path, isUrl ? $"http://{path}, if it is a URL" : null, MaxLength);
        return new ScenarioFile(
            path, Convert.ToHexStringLower(SHA256.HashData(bytes)), TextFile.Decode(path, bytes));
    }

    public void Read(Action<YamlReader> read) => YamlReader.Read(new SourceSpan(Text, Path, 1), read);
}
