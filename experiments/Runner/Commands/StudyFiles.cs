namespace Experiments.Commands;

internal static class StudyFiles
{
    /// <summary>Reads what a study compares (experiments/studies/cases).</summary>
    public static T[] ReadCases<T>(string name) =>
        StrictYaml.ReadFile<T[]>(ProgramLocator.GetPath("experiments", "studies", "cases", $"{name}.yaml"));

    /// <summary>
    /// Writes the rows of a table to a JSON file, with a note on the state of the machine, and prints them. The first
    /// columns contain words. The name of a published file has the machine, whose last measurement it replaces.
    /// </summary>
    public static void Write(
        StudyContext context, string name, IReadOnlyList<string> words, IReadOnlyList<string> figures,
        IReadOnlyList<IReadOnlyDictionary<string, object?>> rows)
    {
        var table = new TextTable(words.Count, [.. words, .. figures]);
        foreach (var row in rows)
            table.Add([.. table.Headings.Select(heading => TableNumbers.FormatCell(row[heading]))]);
        var machine = MachineRecord.Current;
        var json = JsonSerializer.Serialize(
            new
            {
                Title = name,
                Machine = $"{machine.Fingerprint}, {machine.TargetRuntime}{(context.Note is { } note ? $"; {note}" : "")}",
                table.WordColumns,
                table.Headings,
                table.Rows,
                Results = rows,
            },
            StrictYaml.Indented) + "\n";
        var file = context.Note is null ? name : $"{name}.{machine.Slug}";
        var path = Path.Combine(context.TableFolder, $"{file}.json");
        Directory.CreateDirectory(context.TableFolder);
        File.WriteAllText(path, json);
        Console.WriteLine($"\n{table}\n  results    {path}");
    }
}

/// <summary>A part of a page that a program writes, between two comments.</summary>
internal static class GeneratedPart
{
    private const string Start = "<!-- generated -->\n";
    private const string End = "<!-- end -->\n";

    /// <summary>Replaces the parts of a page, which must have as many as there are texts.</summary>
    public static string Replace(string page, params IReadOnlyList<string> texts)
    {
        var pieces = page.Split(Start);
        return pieces.Length == 1 + texts.Count
            ? pieces[0] + string.Concat(texts.Select((text, i) => $"{Start}{text}{End}{pieces[i + 1].Split(End)[^1]}"))
            : throw new StudyException($"A page has {pieces.Length - 1} generated parts instead of {texts.Count}.");
    }
}
