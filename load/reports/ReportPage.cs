using System.Net;
using System.Text.Json;

namespace TwoTier.Load.Reports;

/// <summary>
/// Renders a result as one self-contained HTML page. The result is embedded as JSON in which every &lt; is escaped, so
/// that no name in it can close the HTML element that contains the JSON.
/// </summary>
internal static class ReportPage
{
    // Built by make -C web.
    private static readonly string Template = ReadTemplate();

    // None of the three texts that are inserted into the page template contains a <, so none of them can contain the
    // placeholder of another text. The longest one comes last, so that it is copied once.
    public static string Render(Result result) => Template
        .Replace("<!--title-->", WebUtility.HtmlEncode($"{result.Scenario.Name} · {result.Id}"), StringComparison.Ordinal)
        .Replace("<!--words-->", Serialize(ReportSentences.Create(result)), StringComparison.Ordinal)
        .Replace("<!--result-->", Serialize(result), StringComparison.Ordinal);

    private static string ReadTemplate()
    {
        using var text = new StreamReader(typeof(ReportPage).Assembly.GetManifestResourceStream("report.html")!);
        return text.ReadToEnd();
    }

    private static string Serialize(Result result) => JsonSerializer.Serialize(result, ResultWriterJson.Default.Result);

    private static string Serialize(ReportSentences sentences) =>
        JsonSerializer.Serialize(sentences, ReportSentencesJson.Default.ReportSentences);
}
