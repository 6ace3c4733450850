using System.Runtime.InteropServices;
using System.Text.Encodings.Web;

namespace Studies.Commands;

internal static class StudyFiles
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>
    /// Writes the results of a study to a JSON and a Markdown file, and prints them as a table. The first columns
    /// contain words. Numbers are formatted unless a column does it.
    /// </summary>
    public static void Write<T>(
        string folder, string name, IReadOnlyList<T> results, int wordColumns,
        params IReadOnlyList<(string Heading, Func<T, object?> Get)> columns) =>
        Write(folder, name, results, wordColumns, note: null, columns);

    /// <summary>Writes the results with a note on the state of the machine, too.</summary>
    public static void Write<T>(
        string folder, string name, IReadOnlyList<T> results, int wordColumns, string? note,
        params IReadOnlyList<(string Heading, Func<T, object?> Get)> columns)
    {
        var table = new TextTable(wordColumns, [.. columns.Select(column => column.Heading)]);
        foreach (var result in results)
            table.Add([.. columns.Select(column => TableNumbers.FormatCell(column.Get(result)))]);
        Write(folder, name, results, table, note);
    }

    /// <summary>Writes the results of a study to a JSON and a Markdown file, and prints a table of them.</summary>
    public static void Write<T>(
        string folder, string name, IReadOnlyList<T> results, TextTable table, string? note = null)
    {
        var machine = $"{Environment.ProcessorCount} cores, {RuntimeInformation.OSDescription}, "
            + RuntimeInformation.FrameworkDescription + (note is null ? "" : $"; {note}");
        var path = Path.Combine(Directory.CreateDirectory(folder).FullName, name);
        File.WriteAllText($"{path}.json", JsonSerializer.Serialize(new { machine, results }, Options) + "\n");
        File.WriteAllText($"{path}.md", $"# {name}\n\n{machine}\n\n{table.ToMarkdown()}");
        Console.WriteLine($"\n{table}\n  results    {Path.Combine(folder, name)}.json");
    }
}

/// <summary>The part of a page that a program writes, between two comments.</summary>
internal static class GeneratedPart
{
    public const string Start = "<!-- generated -->\n";
    private const string End = "<!-- end -->\n";

    public static string Replace(string page, string text) =>
        $"{page.Split(Start)[0]}{Start}{text}{End}{page.Split(End)[^1]}";
}
