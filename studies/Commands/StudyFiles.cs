using System.Runtime.InteropServices;
using System.Text.Encodings.Web;

namespace Studies.Commands;

/// <summary>Writes the results of studies that measure without the load tool.</summary>
internal static class StudyFiles
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>
    /// Writes the results of a study to a JSON and a Markdown file, and prints the table of the results.
    /// </summary>
    public static void Write<T>(string folder, string name, IReadOnlyList<T> results, TextTable table)
    {
        var machine = $"{Environment.ProcessorCount} cores, {RuntimeInformation.OSDescription}, "
            + RuntimeInformation.FrameworkDescription;
        var path = Path.Combine(Directory.CreateDirectory(folder).FullName, name);
        File.WriteAllText($"{path}.json", JsonSerializer.Serialize(new { machine, results }, Options) + "\n");
        File.WriteAllText($"{path}.md", $"# {name}\n\n{machine}\n\n{table.ToMarkdown()}");
        Console.WriteLine($"\n{table}\n  results    {Path.Combine(folder, name)}.json");
    }
}
