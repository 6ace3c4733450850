namespace TwoTier.Show;

/// <summary>The recording of a run: the events that the load tool wrote, one JSON object per line.</summary>
internal sealed class Recording
{
    private const string Extension = ".events.ndjson";

    private readonly string _path;

    /// <summary>Finds a recording by its own path, or by that of the result beside it.</summary>
    public Recording(string path)
    {
        var stem = path.EndsWith(Extension, StringComparison.Ordinal)
            ? path[..^Extension.Length]
            : Path.ChangeExtension(path, null);
        _path = path.EndsWith(".json", StringComparison.Ordinal) ? stem + Extension : path;
        ReportPath = stem + ".html";
        if (!File.Exists(_path))
            throw new ShowException($"{_path}: error: there is no such recording. load run --events FILE makes one");
        if (!EventFile.HasContent(_path))
            throw new ShowException($"{_path}: error: this is no recording of load run --events FILE");
    }

    /// <summary>The path of the report that belongs to the recording, if there is one.</summary>
    public string ReportPath { get; }

    /// <summary>Creates the page that plays the recording: the live page with the events embedded.</summary>
    public async Task<string> CreatePageAsync()
    {
        // In JSON, a < is always inside of a string. Escaped, it cannot close the element that contains the recording.
        var events = await File.ReadAllTextAsync(_path);
        if (!events.StartsWith('{'))
            throw new ShowException($"{_path}: error: this is no recording of load run --events FILE");
        return LivePage.Read().Replace(
            "<!--recording-->", events.Replace("<", "\\u003c", StringComparison.Ordinal), StringComparison.Ordinal);
    }
}
