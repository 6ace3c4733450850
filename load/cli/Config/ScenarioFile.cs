using System.Security.Cryptography;

namespace TwoTier.Load.Cli.Config;

internal sealed record ScenarioFile(string Path, string Sha256, ConfigNode Root)
{
    private const long MaxLength = 10_000_000;

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    public static ScenarioFile? Read(string path, DiagnosticList diagnostics)
    {
        try
        {
            if (new FileInfo(path) is { Exists: true, Length: > MaxLength })
                throw new IOException($"it is longer than {MaxLength / 1_000_000} MB");
            var bytes = File.ReadAllBytes(path);
            var root = YamlReader.ParseFile(path, Decode(bytes), diagnostics);
            if (root is { Entries: null })
            {
                diagnostics.Add(
                    root.Span, root.CreateShapeError(ConfigNode.MappingShape, "url: http://localhost:5100"));
                return null;
            }

            return root is null ? null : new ScenarioFile(path, Convert.ToHexStringLower(SHA256.HashData(bytes)), root);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            diagnostics.Add(
                null,
                $"cannot read the scenario {path}: {e.Message.TrimEnd('.')}",
                path.Contains(':', StringComparison.Ordinal) ? $"http://{path}, if it is a URL" : null);
            return null;
        }
    }

    // The reader skips a byte order mark. Invalid UTF-8 becomes U+FFFD, which no key contains.
    private static string Decode(byte[] bytes) => new StreamReader(new MemoryStream(bytes)).ReadToEnd();
}
