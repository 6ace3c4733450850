namespace Studies.Essays;

/// <summary>
/// Compares the figures of a page with the list at its end, a comment that names for each of them, in the same order,
/// the field of a result that it is taken from. A list of <c>some figures</c> has only those that were measured, in any
/// order. A line of the list is one of these:
/// <code>
/// name: results/file.md
/// 0.58 0.54 0.62 = name / first heading of the table / row / column
/// 26.167 = name / "a piece of one line"
/// two-thirds = name / first heading of the table / row / column
/// 23 = name / count / found + quiet
/// 2014 = given: date
/// </code>
/// A row is the text of one cell, or of several with + between them; counted are the rows with one of several cells, or
/// all. In the ledger, a row whose rule changed after its measurement has no figures to quote. Given are numbers that
/// are not measured, with the kind that they are of. They are compared with the text only.
/// </summary>
internal static partial class EssayFigures
{
    private const string Given = "given";
    private const string PartialListStart = "<!-- some figures\n";

    private static readonly string ChangedRule = Verdict.ChangedAfterData.GetMark();

    private static readonly string[] GivenKinds =
        ["arithmetic", "date", "definition", "example", "name", "setting", "simulation", "source"];

    /// <summary>The pages that have such a list, or link to results, by their paths relative to docs/.</summary>
    public static IEnumerable<string> Pages { get; } =
    [
        .. ((string[])["", "../load/", "../prometheus/"]).SelectMany(folder =>
                Directory.GetFiles(ProgramLocator.GetPath("docs", folder), "*.md")
                    .Select(file => folder + Path.GetFileName(file)))
            .Append("../README.md").Where(page => PagePattern().IsMatch(GenerateCommand.ReadFile(page)))
            .Order(StringComparer.Ordinal),
    ];

    public static IEnumerable<string> FindAllErrors() => Pages.SelectMany(page =>
        FindErrors(page, GenerateCommand.ReadFile(page)).Select(error => $"{page}: {error}"));

    /// <summary>Compares a text with the results that a page names, by their paths relative to the page.</summary>
    public static IEnumerable<string> FindErrors(string page, string text) => FindErrors(
        text, path => GenerateCommand.ReadFile(Path.Combine(Path.GetDirectoryName(page)!, path)));

    public static IEnumerable<string> FindErrors(string essay, Func<string, string> readFile)
    {
        var isPartial = essay.Contains(PartialListStart, StringComparison.Ordinal);
        essay = essay.Replace(PartialListStart, EssayResults.ListStart, StringComparison.Ordinal);
        if (essay.Split(EssayResults.ListStart) is not [var body, var list])
            return ["There is no list of figures at the end, or more than one."];
        var entries = list.Split("-->")[0].Split('\n').Select(FigureEntry.Parse).OfType<FigureEntry>().ToArray();
        var files = new EssayResults(essay, readFile).Files;
        // All numbers and words of size that a reader sees, without the tables that a program writes.
        var figures = FindFigures(HiddenTextPattern().Replace(essay, "   "));
        return
        [
            .. isPartial
                ? entries.Where(entry => !Contains(figures, entry.Numbers))
                    .Select(entry => $"{string.Join(' ', entry.Numbers)}: not in the text.")
                : FindDifferences(figures, [.. entries.SelectMany(entry => entry.Numbers)]),
            .. files.Values.Where(path => !body.Contains($"]({path}", StringComparison.Ordinal))
                .Select(path => $"The essay does not link to {path}."),
            .. entries.Select(entry => FindError(entry, files, readFile)).OfType<string>(),
        ];
    }

    private static string[] FindDifferences(string[] figures, string[] listed)
    {
        var equal = figures.Zip(listed).TakeWhile(pair => pair.First == pair.Second).Count();
        var (figure, entry) = (figures.ElementAtOrDefault(equal), listed.ElementAtOrDefault(equal));
        return figure == entry ? [] : [$"Figure {equal + 1}: '{figure}' stands where the list has '{entry}'."];
    }

    private static string? FindError(
        FigureEntry entry, IReadOnlyDictionary<string, string> files, Func<string, string> readFile)
    {
        var numbers = string.Join(' ', entry.Numbers);
        if (entry.Field.Split(": ", 2) is [Given, var kind])
            return GivenKinds.Contains(kind) ? null : $"{numbers}: unknown kind of given numbers '{kind}'.";
        var parts = entry.Field.Split(" / ");
        if (!files.TryGetValue(parts[0], out var path))
            return $"{numbers}: unknown file '{parts[0]}'.";
        var text = readFile(path);
        string[] fields =
        [
            .. parts switch
            {
                [_, ['"', .. var piece, '"']] => FindLines(text, piece),
                [_, "count", var cells] => [$"{CountRows(text, cells.Split(" + "))}"],
                [_, var table, var row, var column] => FindCells(text, table, row, column),
                _ => [],
            },
        ];
        return fields switch
        {
            [] => $"{numbers}: no such field: {entry.Field}",
            [_, _, ..] => $"{numbers}: more than one field: {entry.Field}",
            [var field] => HasFigures(field, entry.Numbers) ? null : $"{numbers}: the field has '{field}'.",
        };
    }

    private static IEnumerable<string> FindLines(string text, string piece) => text.Split('\n')
        .Where(line => !line.StartsWith('|') && line.Contains(piece, StringComparison.Ordinal)).Distinct();

    private static IEnumerable<string> FindCells(string text, string table, string row, string column) =>
        from one in MarkdownTable.ReadAll(text)
        let at = Array.IndexOf(one.Headings, column)
        where one.Headings[0] == table && at >= 0
        from cells in one.Rows
        where row.Split(" + ").All(cells.Contains)
        select cells.Any(cell => cell.Contains(ChangedRule, StringComparison.Ordinal))
            ? "the rule changed after this measurement"
            : cells[at];

    private static int CountRows(string text, string[] cells) => MarkdownTable.ReadAll(text)
        .SelectMany(table => table.Rows).Count(row => cells is ["all"] || row.Any(cells.Contains));

    // The numbers must be next to each other in the field, as those of an interval are.
    private static bool HasFigures(string field, string[] numbers)
    {
        string[] found = [.. FindFigures(field).Where(figure => char.IsAsciiDigit(figure[0]))];
        return numbers is [var word] && SizeWord.TryGetValue(word) is not null
            ? found is [var first, ..] && SizeWord.Describes(word, double.Parse(first, CultureInfo.InvariantCulture))
            : Contains(found, numbers);
    }

    private static bool Contains(string[] values, string[] numbers) => Enumerable.Range(0, values.Length)
        .Any(start => values.Skip(start).Take(numbers.Length).SequenceEqual(numbers));

    private static string[] FindFigures(string text) =>
    [
        .. FigurePattern().Matches(text).Select(figure => char.IsAsciiDigit(figure.Value[0])
            ? SeparatorPattern().Replace(figure.Value, "")
            : figure.Value.ToLowerInvariant().Replace(' ', '-')),
    ];

    /// <summary>One or several numbers, or a word of size, and the field that they are taken from.</summary>
    private sealed record FigureEntry(string[] Numbers, string Field)
    {
        /// <summary>Reads a line of the list; null for one that names a file.</summary>
        public static FigureEntry? Parse(string line) => line.Split(" = ", 2) is [var numbers, var field]
            ? new(numbers.Split(' '), field)
            : line is [>= '0' and <= '9', ..] ? new([], line) : null;
    }

    [GeneratedRegex(@"<!-- (some )?figures\n|\]\([./a-z]*results/[a-z0-9-]+/[^)]*\.(md|tsv|csv)\)")]
    private static partial Regex PagePattern();

    /// <summary>Matches what is not text: comments, code blocks, link targets and HTML tags.</summary>
    [GeneratedRegex(@"<!-- generated -->.*?<!-- end -->|<!--.*?-->|```\w*\n.*?```|\]\([^)\n]*\)|<[a-z/][^>\n]*>", RegexOptions.Singleline)]
    private static partial Regex HiddenTextPattern();

    [GeneratedRegex(
        @"(\d{1,3}([ ,\u00a0\u202f]\d{3})+(?!\d)|\d+)(\.\d+)?|" + SizeWord.Pattern,
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture)]
    private static partial Regex FigurePattern();

    [GeneratedRegex(@"[ ,\u00a0\u202f]")]
    private static partial Regex SeparatorPattern();
}
