namespace Studies.Essays;

/// <summary>The results that an essay names at its end, from which its picture is drawn.</summary>
internal sealed class EssayResults(string essay, Func<string, string> readFile)
{
    public const string ListStart = "<!-- figures\n";

    public IReadOnlyDictionary<string, string> Files => essay.Split(ListStart)[^1].Split("-->")[0]
        .Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Where(line => !line.Contains(" = ", StringComparison.Ordinal) && !char.IsAsciiDigit(line[0]))
        .Select(line => line.Split(": "))
        .ToDictionary(parts => parts[0], parts => parts[^1]);

    public IReadOnlyList<T> ReadResults<T>(string name) =>
        ReadJson(name).GetProperty("results").Deserialize<T[]>(StudyFiles.Options)!;

    public string ReadMachine(string name) =>
        StudyFiles.NameMachine(ReadJson(name).GetProperty("machine").GetString()!);

    public string ReadText(string name) => readFile(Files[name]);

    // The result file is next to the Markdown file that the essay names.
    private JsonElement ReadJson(string name) =>
        JsonElement.Parse(readFile(Path.ChangeExtension(Files[name], ".json")));
}

/// <summary>A table of a page in Markdown, with cells of plain text.</summary>
internal sealed partial record MarkdownTable(string[] Headings, IReadOnlyList<string[]> Rows)
{
    public static IEnumerable<MarkdownTable> ReadAll(string page) =>
        from table in TablePattern().Matches(page)
        let rows = table.Value.Trim().Split('\n').Select(ReadCells).ToArray()
        select new MarkdownTable(rows[0], [.. rows.Skip(2)]);

    /// <summary>Reads the number at the beginning of the cell of a column.</summary>
    public double ReadNumber(string[] row, string heading) => double.Parse(
        NumberPattern().Match(row[Array.IndexOf(Headings, heading)]).Value, CultureInfo.InvariantCulture);

    private static string[] ReadCells(string line) =>
    [
        .. line.Trim().Trim('|').Split('|').Select(cell => WebUtility.HtmlDecode(
            MarkupPattern().Replace(LinkPattern().Replace(cell, "${text}"), "")).Trim()),
    ];

    [GeneratedRegex(@"(^\|.*\n?)+", RegexOptions.Multiline)]
    private static partial Regex TablePattern();

    [GeneratedRegex(@"\[(?<text>[^\]]*)\]\([^)]*\)")]
    private static partial Regex LinkPattern();

    [GeneratedRegex(@"<[^>]*>|[`*]")]
    private static partial Regex MarkupPattern();

    [GeneratedRegex(@"^-?\d+(\.\d+)?")]
    private static partial Regex NumberPattern();
}
