namespace Studies.Essays;

/// <summary>
/// The results that an essay names in the list of figures at its end, from which its picture is drawn.
/// </summary>
internal sealed class EssayResults(string essay, Func<string, string> readFile)
{
    /// <summary>The beginning of the comment with the list of figures.</summary>
    public const string ListStart = "<!-- figures\n";

    private static readonly JsonSerializerOptions Options =
        new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>The paths of the results by their names in the list.</summary>
    public IReadOnlyDictionary<string, string> Files { get; } = essay.Split(ListStart)[^1].Split("-->")[0]
        .Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Where(line => !char.IsAsciiDigit(line[0]))
        .Select(line => line.Split(": "))
        .ToDictionary(parts => parts[0], parts => parts[^1]);

    public string ReadText(string name) => readFile(Files[name]);

    /// <summary>Reads the result file next to the Markdown file that the essay names.</summary>
    public JsonElement ReadJson(string name) =>
        JsonElement.Parse(readFile(Path.ChangeExtension(Files[name], ".json")));

    /// <summary>Reads the rows of a study's result file.</summary>
    public IReadOnlyList<T> ReadResults<T>(string name) =>
        ReadJson(name).GetProperty("results").Deserialize<T[]>(Options)!;
}
