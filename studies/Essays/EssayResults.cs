namespace Studies.Essays;

/// <summary>The results that an essay names at its end, from which its picture is drawn.</summary>
internal sealed class EssayResults(string essay, Func<string, string> readFile)
{
    public const string ListStart = "<!-- figures\n";

    private static readonly JsonSerializerOptions Options =
        new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    public IReadOnlyDictionary<string, string> Files { get; } = essay.Split(ListStart)[^1].Split("-->")[0]
        .Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Where(line => !line.Contains(" = ", StringComparison.Ordinal) && !char.IsAsciiDigit(line[0]))
        .Select(line => line.Split(": "))
        .ToDictionary(parts => parts[0], parts => parts[^1]);

    public string ReadText(string name) => readFile(Files[name]);

    /// <summary>Reads the result file next to the Markdown file that the essay names.</summary>
    public JsonElement ReadJson(string name) => JsonElement.Parse(readFile(Path.ChangeExtension(Files[name], ".json")));

    public IReadOnlyList<T> ReadResults<T>(string name) => ReadRows<T>(ReadJson(name));

    public static IReadOnlyList<T> ReadRows<T>(JsonElement result) =>
        result.GetProperty("results").Deserialize<T[]>(Options)!;
}
