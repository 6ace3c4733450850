using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Studies.Commands;

/// <summary>Writes the results of a study that measures without the load tool.</summary>
internal static class StudyFiles
{
    private static readonly JsonSerializerOptions Options = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>Writes results as JSON and as Markdown, and shows the table.</summary>
    /// <param name="folder">The folder of the files.</param>
    /// <param name="name">The name of the files, without an extension.</param>
    /// <param name="results">The results for programs.</param>
    /// <param name="table">The results for readers.</param>
    public static void Write<T>(string folder, string name, IReadOnlyList<T> results, string table)
    {
        var machine = $"{Environment.ProcessorCount} cores, {RuntimeInformation.OSDescription}, "
            + RuntimeInformation.FrameworkDescription;
        var path = Path.Combine(Directory.CreateDirectory(folder).FullName, name);
        File.WriteAllText($"{path}.json", JsonSerializer.Serialize(new { machine, results }, Options) + "\n");
        File.WriteAllText($"{path}.md", $"```\n{machine}\n\n{table.TrimEnd()}\n```\n");
        Console.WriteLine($"\n{table}\n  results    {Path.Combine(folder, name)}.json");
    }
}
