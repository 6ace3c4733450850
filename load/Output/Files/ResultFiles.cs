using System.Text.Json;
using Load.Diagnostics;
using Load.Output.Html;
using Load.Output.Markdown;
using Load.Results;

namespace Load.Output.Files;

/// <summary>Writes a result as JSON, as Markdown and as a page.</summary>
internal static class ResultFiles
{
    /// <returns>The path of the JSON; the Markdown and the page lie beside it.</returns>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    public static async Task<string> WriteAsync(Result result, string folder)
    {
        Directory.CreateDirectory(folder);
        result = result with { Id = FreeId(result.Id, folder) };
        var path = Path.Combine(folder, result.Id);
        await using (var file = File.Create($"{path}.json"))
            await JsonSerializer.SerializeAsync(file, result, ResultJson.Default.Result);
        await File.WriteAllTextAsync($"{path}.md", ComparisonMarkdown.Format(result));
        await File.WriteAllTextAsync($"{path}.html", ReportPage.Render(result));
        return $"{path}.json";
    }

    /// <summary>Of the page that lies beside a result file.</summary>
    public static string PagePath(string jsonPath) => Path.ChangeExtension(jsonPath, ".html");

    /// <summary>Writes the Markdown and the page anew beside a result file.</summary>
    /// <exception cref="UserErrorException">One of them cannot be written.</exception>
    public static async Task WriteBesideAsync(Result result, string jsonPath)
    {
        await WriteTextAsync(Path.ChangeExtension(jsonPath, ".md"), ComparisonMarkdown.Format(result), jsonPath);
        await WriteTextAsync(PagePath(jsonPath), ReportPage.Render(result), jsonPath);
    }

    /// <param name="path">Where to.</param>
    /// <param name="text">What.</param>
    /// <param name="readFrom">Files that it must not overwrite.</param>
    /// <exception cref="UserErrorException">It cannot be written.</exception>
    public static async Task WriteTextAsync(string path, string text, params IEnumerable<string> readFrom)
    {
        if (readFrom.Contains(path))
            throw new UserErrorException($"{path} error would be overwritten by what is made of it. Try it as a .json");
        try
        {
            await File.WriteAllTextAsync(path, text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserErrorException($"{path} error cannot be written: {e.Message} Try a copy in a folder of your own");
        }
    }

    // Two runs in one minute have the same name; neither may overwrite the other.
    private static string FreeId(string id, string folder) => Enumerable.Range(1, int.MaxValue)
        .Select(n => n == 1 ? id : $"{id}-{n}")
        .First(free => !File.Exists(Path.Combine(folder, $"{free}.json")));
}
