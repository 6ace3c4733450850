namespace TwoTier.Load.Reports.Files;

/// <summary>The recording of a run, and the page that plays it, beside the result file.</summary>
internal static class RecordingFiles
{
    public const string Extension = ".events.ndjson";

    private const string PageExtension = ".play.html";

    /// <summary>Returns the path of the recording that belongs to a result file or is given itself.</summary>
    public static string GetPath(string path) => GetStem(path) + Extension;

    public static string GetPagePath(string path) => GetStem(path) + PageExtension;

    public static string GetReportPath(string path) => GetStem(path) + ".html";

    public static async Task WritePageAsync(string path) =>
        await File.WriteAllTextAsync(GetPagePath(path), await ReadPageAsync(path));

    /// <summary>Creates the page that plays a recording: the live page with the events embedded.</summary>
    public static async Task<string> ReadPageAsync(string path)
    {
        if (!File.Exists(GetPath(path)))
            throw new UserErrorException($"{GetPath(path)}: error: there is no such recording. --record makes one");

        // In JSON, a < is always inside of a string. Escaped, it cannot close the element that contains the recording.
        var events = await File.ReadAllTextAsync(GetPath(path));
        return PageTemplate.Read("live.html").Replace(
            "<!--recording-->", events.Replace("<", "\\u003c", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    private static string GetStem(string path) => path.EndsWith(Extension, StringComparison.Ordinal)
        ? path[..^Extension.Length]
        : Path.ChangeExtension(path, null);
}
