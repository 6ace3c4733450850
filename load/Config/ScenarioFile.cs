using System.Security.Cryptography;
using Load.Config.Options;
using Load.Diagnostics;

namespace Load.Config;

/// <summary>A scenario as a file.</summary>
/// <param name="Path">As it was given.</param>
/// <param name="Sha256">Of its bytes, in lower-case hexadecimal.</param>
/// <param name="Root">Its keys and values.</param>
internal sealed record ScenarioFile(string Path, string Sha256, ConfigNode Root)
{
    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    /// <returns>Null where it cannot be read, which is then among the diagnostics.</returns>
    public static ScenarioFile? Read(string path, DiagnosticList diagnostics)
    {
        try
        {
            var bytes = File.ReadAllBytes(path);
            var root = YamlReader.ParseFile(path, Decode(bytes), diagnostics);
            if (root is { Entries: null })
            {
                diagnostics.Add(root.Span, NodeReader.Unlike(root, "keys with values", "url: http://localhost:5100"));
                return null;
            }

            return root is null ? null : new ScenarioFile(path, Convert.ToHexStringLower(SHA256.HashData(bytes)), root);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            diagnostics.Add(null, $"cannot read the scenario {path}: {e.Message.TrimEnd('.')}");
            return null;
        }
    }

    // Without a byte order mark; what is no UTF-8 becomes a sign that no key has.
    private static string Decode(byte[] bytes) => new StreamReader(new MemoryStream(bytes)).ReadToEnd();
}
