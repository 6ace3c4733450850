namespace TwoTier.Load.Reports;

internal static class ResultFiles
{
    /// <summary>Writes the files of a result, and overwrites none. If one cannot be written, none is left.</summary>
    public static async Task<string> WriteAsync(Result result, string folder)
    {
        Directory.CreateDirectory(folder);
        result = result with { Id = FindFreeId(result.Id, folder) };
        var path = Path.Combine(folder, result.Id);
        try
        {
            result.Write($"{path}.json");
            await WriteReportsAsync(result, $"{path}.json");
            return $"{path}.json";
        }
        catch (IOException)
        {
            foreach (var extension in new[] { ".json", ".md", ".html" })
                File.Delete(path + extension);
            throw;
        }
    }

    /// <summary>Writes the Markdown report and the HTML page of a result file.</summary>
    public static async Task WriteReportsAsync(Result result, string jsonPath)
    {
        await File.WriteAllTextAsync(Path.ChangeExtension(jsonPath, ".md"), FormatMarkdown(result));
        await File.WriteAllTextAsync(Path.ChangeExtension(jsonPath, ".html"), ReportPage.Render(result));
    }

    public static string FormatMarkdown(Result result) => MarkdownWriter.Write(ResultDocument.Create(result));

    // Two results that were started in the same minute have the same id, so a number is appended to the later one.
    private static string FindFreeId(string id, string folder) => Enumerable.Range(1, int.MaxValue)
        .Select(n => n == 1 ? id : $"{id}-{n}")
        .First(free => !File.Exists(Path.Combine(folder, $"{free}.json")));
}
