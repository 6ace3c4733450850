using System.Globalization;
using TwoTier.Load.Diagnostics;
using TwoTier.Load.Experiment;

namespace TwoTier.Load.Reports;

internal static class ResultFiles
{
    private const string Turns = ".turns.tsv";

    /// <summary>Writes the files of a result, and overwrites none. If one cannot be written, none is left.</summary>
    public static async Task<string> WriteAsync(Result result, string folder, IReadOnlyList<Turn>? turns = null)
    {
        Directory.CreateDirectory(folder);
        result = result with { Id = FindFreeId(result.Id, folder) };
        var path = Path.Combine(folder, result.Id);
        try
        {
            result.Write($"{path}.json");
            await WriteReportsAsync(result, $"{path}.json");
            if (turns is not null)
                await File.WriteAllLinesAsync($"{path}{Turns}", FormatTurns(result, turns));
            return $"{path}.json";
        }
        catch (IOException)
        {
            foreach (var extension in new[] { ".json", ".md", ".html", Turns })
                File.Delete(path + extension);
            throw;
        }
    }

    /// <summary>Writes the Markdown report and the HTML page of an existing result file again.</summary>
    public static async Task RewriteReportsAsync(Result result, string jsonPath)
    {
        if (Path.GetExtension(jsonPath) is ".md" or ".html")
        {
            throw new UserErrorException(
                $"{jsonPath}: error: the report of this result would overwrite this file. Rename the file to .json");
        }

        try
        {
            await WriteReportsAsync(result, jsonPath);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserErrorException(
                $"{jsonPath}: error: cannot write its report: {e.Message} Try a copy of the result in another folder");
        }
    }

    private static async Task WriteReportsAsync(Result result, string jsonPath)
    {
        var playPath = Path.ChangeExtension(jsonPath, ".play.html");
        await File.WriteAllTextAsync(Path.ChangeExtension(jsonPath, ".md"), FormatMarkdown(result));
        await File.WriteAllTextAsync(
            Path.ChangeExtension(jsonPath, ".html"), ReportPage.Render(result, File.Exists(playPath) ? playPath : null));
    }

    public static string FormatMarkdown(Result result) => MarkdownWriter.Write(ResultDocument.Create(result));

    private static IEnumerable<string> FormatTurns(Result result, IReadOnlyList<Turn> turns) =>
    [
        "variant\tstart\tround\tplace\tat_s\trequests\tgood\tbusy_s\tcpu_s",
        .. turns.Select(turn => string.Join(
            '\t',
            new object?[]
            {
                result.Variants[turn.Variant].Name, turn.Start, turn.Round, turn.Place, turn.AtS, turn.Requests,
                turn.Successes, turn.BusySeconds, turn.CpuSeconds is [var cpu, ..] ? cpu : null,
            }.Select(one => Convert.ToString(one, CultureInfo.InvariantCulture)))),
    ];

    // Two results that were started in the same minute have the same id, so a number is appended to the later one.
    private static string FindFreeId(string id, string folder) => Enumerable.Range(1, int.MaxValue)
        .Select(n => n == 1 ? id : $"{id}-{n}")
        .First(free => !File.Exists(Path.Combine(folder, $"{free}.json")));
}
