namespace EndToEnd.Tests.Architecture;

/// <summary>
/// The layers of a project, from top to bottom. A folder may use only types of folders in lower layers.
/// </summary>
internal sealed class LayerTable
{
    private readonly Dictionary<string, int> _layers = [];

    private LayerTable(IEnumerable<string> rows)
    {
        foreach (var (layer, row) in rows.Index())
        {
            foreach (var folder in row.Split('|', StringSplitOptions.TrimEntries))
                _layers.Add(folder, layer);
        }
    }

    /// <summary>
    /// Parses a table with one layer per line, in which vertical bars separate the folders of a layer.
    /// </summary>
    public static LayerTable Parse(string text) => new(text.Split('\n'));

    /// <summary>
    /// Finds folders that use a folder in the same layer or in a higher layer, and folders that only the layer table or
    /// only the project contains.
    /// </summary>
    public IReadOnlyList<string> FindViolations(FolderGraph graph)
    {
        var missing = graph.Folders.Where(folder => !_layers.ContainsKey(folder)).ToArray();
        if (missing.Length > 0)
            return [.. missing.Select(folder => $"The folder {folder} is missing from the layer table.")];

        var surplus = _layers.Keys.Except(graph.Folders);
        var upward = graph.Dependencies.Where(arrow => _layers[arrow.From] >= _layers[arrow.To]);
        return
        [
            .. surplus.Select(folder => $"The layer table lists {folder}, but there is no such folder."),
            .. upward.Select(arrow => $"A folder uses a folder that is not in a lower layer:\n{arrow}"),
        ];
    }
}
