using System.Text.Json;
using Load.Reporting.Model;

namespace Load.Reporting;

/// <summary>Writes a result as JSON and as Markdown.</summary>
internal static class ResultFiles
{
    /// <returns>The path of the JSON; the Markdown lies beside it.</returns>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    public static async Task<string> WriteAsync(Result result, string folder)
    {
        Directory.CreateDirectory(folder);
        var path = Path.Combine(folder, result.Id);
        await using (var file = File.Create($"{path}.json"))
            await JsonSerializer.SerializeAsync(file, result, ResultJson.Default.Result);
        await File.WriteAllTextAsync($"{path}.md", Markdown.Of(result));
        return $"{path}.json";
    }
}
