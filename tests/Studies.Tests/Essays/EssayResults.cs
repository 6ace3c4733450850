namespace Studies.Tests.Essays;

/// <summary>The results that an essay names in the list at its end, from which its picture is drawn.</summary>
/// <param name="essay">The text of the essay.</param>
/// <param name="readFile">A function that reads a file to which the essay links.</param>
internal sealed class EssayResults(string essay, Func<string, string> readFile)
{
    private static readonly JsonSerializerOptions Options =
        new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private readonly Dictionary<string, string> _files = EssayFigures.GetFiles(essay);

    public string ReadText(string name) => readFile(_files[name]);

    /// <summary>Reads the result file next to the Markdown file that the essay names.</summary>
    public JsonElement ReadJson(string name) =>
        JsonElement.Parse(readFile(Path.ChangeExtension(_files[name], ".json")));

    /// <summary>Reads the rows of a study's result file.</summary>
    public IReadOnlyList<T> ReadResults<T>(string name) =>
        ReadJson(name).GetProperty("results").Deserialize<T[]>(Options)!;
}
