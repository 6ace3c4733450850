using System.Net;
using System.Text.Json;

namespace TwoTier.Load.Reports.Html;

/// <summary>
/// Renders results as one self-contained HTML page. The results are embedded as JSON in which every &lt; is escaped, so
/// that no name in a result can close the HTML element that contains the JSON.
/// </summary>
internal static class ReportPage
{
    // Built by make -C web.
    private static readonly string Template = ReadTemplate();

    public static string Render(Result result, string? playPath = null) => Render(
        $"{result.Scenario.Name} · {result.Id}",
        Serialize(result),
        new ReportSentences(ResultSummary.GetTextRuns(result), [.. Insights.Create(result)])
        {
            Subject = MemoryText.IsSubjectOf(result) ? MemoryText.Subject : null,
            PlayPage = Path.GetFileName(playPath),
        });

    public static string Render(IReadOnlyList<Result> results) => Render(
        string.Join(" · ", results.Select(result => result.Id)),
        $"[{string.Join(',', results.Select(Serialize))}]",
        SideBySideReport.CreateSentences(results));

    // None of the three texts that are inserted into the page template contains a <, so none of them can contain the
    // placeholder of another text. The longest one comes last, so that it is copied once.
    private static string Render(string title, string json, ReportSentences narrative)
    {
        var words = JsonSerializer.Serialize(narrative, ReportSentencesJson.Default.ReportSentences);
        return Template
            .Replace("<!--title-->", WebUtility.HtmlEncode(title), StringComparison.Ordinal)
            .Replace("<!--words-->", words, StringComparison.Ordinal)
            .Replace("<!--result-->", json, StringComparison.Ordinal);
    }

    private static string ReadTemplate()
    {
        using var text = new StreamReader(typeof(ReportPage).Assembly.GetManifestResourceStream("report.html")!);
        return text.ReadToEnd();
    }

    private static string Serialize(Result result) => JsonSerializer.Serialize(result, ResultWriterJson.Default.Result);
}
