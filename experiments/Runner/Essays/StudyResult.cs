namespace Experiments.Essays;

/// <summary>A committed result of a study, from which a page's picture or table is made.</summary>
internal sealed partial record StudyResult(
    string Machine, int WordColumns, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<string>> Rows,
    JsonElement Results)
{
    /// <summary>Reads a result by its path in experiments/results.</summary>
    public static StudyResult Read(string path)
    {
        var json = ProgramLocator.ReadFile($"experiments/results/{path}");
        var result = JsonSerializer.Deserialize<StudyResult>(json, StudyFiles.Options)!;
        // Older results do not name the processor.
        return result.Machine.Contains("AMD", StringComparison.Ordinal) ? result : result with
        {
            Machine = result.Machine.Replace(
                " cores, Debian", " cores, processor not recorded, Debian", StringComparison.Ordinal),
        };
    }

    public IReadOnlyList<StudyRow> ReadRows() => [.. Results.EnumerateArray().Select(row => new StudyRow(row))];

    public string ToMarkdown()
    {
        var table = new TextTable(WordColumns, Headings);
        foreach (var row in Rows)
            table.Add(row);
        return table.ToMarkdown();
    }

    /// <summary>Reads the number at the beginning of the cell of a column.</summary>
    public double ReadNumber(IReadOnlyList<string> row, string heading) => double.Parse(
        NumberPattern().Match(row[Headings.ToList().IndexOf(heading)]).Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^-?\d+(\.\d+)?")]
    private static partial Regex NumberPattern();
}

/// <summary>A row of a study, by the headings of its columns.</summary>
internal sealed record StudyRow(JsonElement Cells)
{
    public string GetWord(string heading) => Cells.GetProperty(heading).GetString()!;

    public StartRange? GetFigure(string heading) =>
        Cells.GetProperty(heading).Deserialize<StartRange>(StudyFiles.Options);
}
