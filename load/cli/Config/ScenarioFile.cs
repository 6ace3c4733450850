using System.Security.Cryptography;

namespace TwoTier.Load.Cli.Config;

internal sealed record ScenarioFile(string Path, string Sha256, string Text)
{
    private const long MaxLength = 10_000_000;

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    public static ScenarioFile Open(string path)
    {
        try
        {
            if (new FileInfo(path) is { Exists: true, Length: > MaxLength })
                throw new IOException($"it is longer than {MaxLength / 1_000_000} MB");
            var bytes = File.ReadAllBytes(path);
            // The reader skips a byte order mark. Invalid UTF-8 becomes U+FFFD, which no key contains.
            var text = new StreamReader(new MemoryStream(bytes)).ReadToEnd();
            return new ScenarioFile(path, Convert.ToHexStringLower(SHA256.HashData(bytes)), text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw ParseException.Create(
                $"cannot read the scenario {path}: {e.Message.TrimEnd('.')}",
                path.Contains(':', StringComparison.Ordinal) ? $"http://{path}, if it is a URL" : null);
        }
    }

    public void Read(Action<YamlReader> read) => YamlReader.ReadFile(Path, Text, read);
}
