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

    /// <summary>Opens the only file of some paths; null for none.</summary>
    /// <exception cref="ParseException">There are several, or it cannot be read.</exception>
    public static ScenarioFile? OpenOnly(IReadOnlyList<string> paths) => paths.Count > 1
        ? throw ParseException.Create(
            $"there are {paths.Count} scenario files: {string.Join(", ", paths)}", "one of them")
        : paths is [var path] ? Open(path) : null;

    public void Read(Action<YamlReader> read) => YamlReader.Read(new SourceSpan(Text, Path, 1), read);
}
