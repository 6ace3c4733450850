using System.Text.Json;
using Load.Reporting.Model;
using Load.Targeting;

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

    /// <summary>Writes the Markdown anew beside a result file.</summary>
    /// <exception cref="MistakeException">It cannot be written.</exception>
    public static async Task WriteMarkdownAsync(Result result, string jsonPath)
    {
        var path = Path.ChangeExtension(jsonPath, ".md");
        if (path == jsonPath)
            throw new MistakeException($"{path} error would be overwritten by its own Markdown. Try it as a .json");
        try
        {
            await File.WriteAllTextAsync(path, Markdown.Of(result));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new MistakeException($"{path} error cannot be written: {e.Message} Try a copy in a folder of your own");
        }
    }

    // Two runs in one minute have the same name; neither may overwrite the other.
    private static string FreeId(string id, string folder) => Enumerable.Range(1, int.MaxValue)
        .Select(n => n == 1 ? id : $"{id}-{n}")
        .First(free => !File.Exists(Path.Combine(folder, $"{free}.json")));
}
