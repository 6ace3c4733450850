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
        result = result with { Id = FreeId(result.Id, folder) };
        var path = Path.Combine(folder, result.Id);
        await using (var file = File.Create($"{path}.json"))
            await JsonSerializer.SerializeAsync(file, result, ResultJson.Default.Result);
        await File.WriteAllTextAsync($"{path}.md", Markdown.Of(result));
        return $"{path}.json";
    }

    // Two runs in one minute have the same name; neither may overwrite the other.
    private static string FreeId(string id, string folder) => Enumerable.Range(1, int.MaxValue)
        .Select(n => n == 1 ? id : $"{id}-{n}")
        .First(free => !File.Exists(Path.Combine(folder, $"{free}.json")));
}
