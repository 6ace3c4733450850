using System.Text.Json;
using Load.Diagnostics;
using Load.Output.Html;
using Load.Output.Markdown;
using Load.Results;
using Load.Results.Building;

namespace Load.Output.Files;

/// <summary>Writes a result as JSON, as Markdown and as a page.</summary>
internal static class ResultFiles
{
    /// <summary>Writes the three files of a result to a folder. Existing files are never overwritten.</summary>
    /// <returns>
    /// The path of the JSON file. The Markdown and the page have the same name with their own extensions.
    /// </returns>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    public static async Task<string> WriteAsync(Result result, string folder)
    {
        Directory.CreateDirectory(folder);
        result = result with { Id = FindFreeId(result.Id, folder) };
        var path = Path.Combine(folder, result.Id);
        await using (var file = File.Create($"{path}.json"))
            await JsonSerializer.SerializeAsync(file, result, ResultJson.Default.Result);
        await File.WriteAllTextAsync($"{path}.md", FormatMarkdown(result));
        await File.WriteAllTextAsync($"{path}.html", ReportPage.Render(result));
        return $"{path}.json";
    }

    /// <summary>The path of the page that belongs to a result file.</summary>
    public static string GetPagePath(string jsonPath) => Path.ChangeExtension(jsonPath, ".html");

    /// <summary>Writes the Markdown and the page of an existing result file again.</summary>
    /// <exception cref="UserErrorException">One of them cannot be written.</exception>
    public static async Task RewriteReportsAsync(Result result, string jsonPath)
    {
        await WriteTextAsync(Path.ChangeExtension(jsonPath, ".md"), FormatMarkdown(result), jsonPath);
        await WriteTextAsync(GetPagePath(jsonPath), ReportPage.Render(result), jsonPath);
    }

    /// <summary>Writes a text file.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="text">The content of the file.</param>
    /// <param name="inputs">The files that the text was made from, which must not be overwritten.</param>
    /// <exception cref="UserErrorException">The file cannot be written.</exception>
    public static async Task WriteTextAsync(string path, string text, params IEnumerable<string> inputs)
    {
        if (inputs.Contains(path))
            throw new UserErrorException($"{path} error would be overwritten by its own report. Rename it to .json");
        try
        {
            await File.WriteAllTextAsync(path, text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserErrorException(
                $"{path} error cannot be written: {e.Message} Try a copy in a folder of your own");
        }
    }

    private static string FormatMarkdown(Result result) =>
        result.Kind == RunResultBuilder.Kind ? RunMarkdown.Format(result) : ComparisonMarkdown.Format(result);

    // Two runs that start in the same minute have the same id.
    private static string FindFreeId(string id, string folder) => Enumerable.Range(1, int.MaxValue)
        .Select(n => n == 1 ? id : $"{id}-{n}")
        .First(free => !File.Exists(Path.Combine(folder, $"{free}.json")));
}
