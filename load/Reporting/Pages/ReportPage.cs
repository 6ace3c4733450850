using System.Net;
using System.Text.Json;
using Load.Reporting.Model;

namespace Load.Reporting.Pages;

/// <summary>
/// A result as one page that needs nothing else. Its data is JSON, in which every &lt; is escaped: no name in it can end
/// the element that holds it.
/// </summary>
internal static class ReportPage
{
    private static readonly string Page = Template.Read("report.html");

    public static string Of(Result result) => Of(
        $"{result.Scenario.Name} · {result.Id}", Json(result), new Story(Headline.Phrases(result), [.. Points.Of(result)]));

    /// <summary>Several side by side.</summary>
    public static string Of(IReadOnlyList<Result> results) => Of(
        string.Join(" · ", results.Select(result => result.Id)), $"[{string.Join(',', results.Select(Json))}]", Beside.StoryOf(results));

    // None of the three can hold a place of another: there is no < in any of them.
    private static string Of(string title, string json, Story story) => Page
        .Replace("<!--title-->", WebUtility.HtmlEncode(title), StringComparison.Ordinal)
        .Replace("<!--result-->", json, StringComparison.Ordinal)
        .Replace("<!--words-->", JsonSerializer.Serialize(story, StoryJson.Default.Story), StringComparison.Ordinal);

    private static string Json(Result result) => JsonSerializer.Serialize(result, ResultJson.Default.Result);
}
