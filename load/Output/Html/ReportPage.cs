using System.Net;
using System.Text.Json;
using Load.Output.Words;
using Load.Results;

namespace Load.Output.Html;

/// <summary>
/// A result as one page that needs nothing else. Its data is JSON, in which every &lt; is escaped: no name in it can end
/// the element that holds it.
/// </summary>
internal static class ReportPage
{
    private static readonly string Page = PageTemplate.Read("report.html");

    public static string Render(Result result) => Render(
        $"{result.Scenario.Name} · {result.Id}", Json(result), new Narrative(Summary.Phrases(result), [.. Insights.Create(result)]));

    /// <summary>Several side by side.</summary>
    public static string Render(IReadOnlyList<Result> results) => Render(
        string.Join(" · ", results.Select(result => result.Id)), $"[{string.Join(',', results.Select(Json))}]", SideBySide.StoryOf(results));

    // None of the three can hold a place of another: there is no < in any of them.
    private static string Render(string title, string json, Narrative story) => Page
        .Replace("<!--title-->", WebUtility.HtmlEncode(title), StringComparison.Ordinal)
        .Replace("<!--result-->", json, StringComparison.Ordinal)
        .Replace("<!--words-->", JsonSerializer.Serialize(story, NarrativeJson.Default.Narrative), StringComparison.Ordinal);

    private static string Json(Result result) => JsonSerializer.Serialize(result, ResultJson.Default.Result);
}
