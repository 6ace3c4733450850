using System.Text.Encodings.Web;

namespace Experiments.Commands;

internal static class StudyFiles
{
    /// <summary>The format of the JSON files.</summary>
    public static JsonSerializerOptions Options { get; } = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Reads what a study compares (experiments/studies/cases).</summary>
    public static T[] ReadCases<T>(string name) =>
        StrictYaml.ReadFile<T[]>(ProgramLocator.GetPath("experiments", "studies", "cases", $"{name}.yaml"));

    /// <summary>
    /// Writes the results of a study to a JSON file, with a note on the state of the machine, and prints them as a
    /// table. The first columns contain words. Numbers are formatted unless a column does it.
    /// </summary>
    public static void Write<T>(
        string folder, string name, IReadOnlyList<T> results, int wordColumns, string? note,
        params IReadOnlyList<(string Heading, Func<T, object?> Get)> columns)
    {
        var table = new TextTable(wordColumns, [.. columns.Select(column => column.Heading)]);
        foreach (var result in results)
            table.Add([.. columns.Select(column => TableNumbers.FormatCell(column.Get(result)))]);
        var machine = MachineRecord.Read(cpuPressure: null);
        var json = JsonSerializer.Serialize(
            new
            {
                Title = name,
                Machine = $"{machine.Fingerprint}, {machine.TargetRuntime}{(note is null ? "" : $"; {note}")}",
                table.WordColumns,
                table.Headings,
                table.Rows,
                Results = results,
            },
            Options) + "\n";
        var path = Path.Combine(Directory.CreateDirectory(folder).FullName, name);
        File.WriteAllText($"{path}.json", json);
        Console.WriteLine($"\n{table}\n  results    {Path.Combine(folder, name)}.json");
    }
}

/// <summary>A part of a page that a program writes, between two comments.</summary>
internal static class GeneratedPart
{
    public const string Start = "<!-- generated -->\n";
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
