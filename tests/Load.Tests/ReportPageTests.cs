using System.Security.Cryptography;
using TwoTier.Load.Reports;
using TwoTier.Load.Reports.Words;

namespace Load.Tests;

public sealed class ReportPageTests
{
    private static readonly Result Sample =
        SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 0.5 (slower)");

    [Theory]
    [InlineData("</script><script>alert(1)</script>")]
    [InlineData("<!--words--><!--result--><!--title-->\"'&lt;{{script}}")]
    public void Render_HostileNames_EmbedsNamesAsDataOnly(string name)
    {
        var hostile = Sample with
        {
            Id = name,
            RepeatCommand = name,
            Scenario = Sample.Scenario with { Name = name },
            Variants = [Sample.Variants[0], Sample.Variants[1] with { Name = name }, Sample.Variants[2]],
        };

        var page = ReportPage.Render(hostile);

        CountElements(page).ShouldBe(CountElements(ReportPage.Render(Sample)));
        var embedded = JsonSerializer.Deserialize(GetEmbeddedJson(page, "result"), ResultJson.Default.Result)!;
        (embedded.Variants[1].Name, embedded.Scenario.Name).ShouldBe((name, name));
        using var words = JsonDocument.Parse(GetEmbeddedJson(page, "words"));
        string.Concat(words.RootElement.GetProperty("headline").EnumerateArray()
            .Select(run => run.GetProperty("text").GetString())).ShouldBe(ResultSummary.Format(hostile));

        static int CountElements(string page) => Regex.Count(page, "<[a-z!/]", RegexOptions.IgnoreCase);
    }

    [Fact]
    public void Render_Result_PolicyAllowsOnlyEmbeddedScriptAndNoHost()
    {
        var page = ReportPage.Render(Sample);

        var policy = Regex.Match(page, "http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\">").Groups[1].Value;
        var script = Regex.Match(page, "<script>(.*)</script>", RegexOptions.Singleline).Groups[1].Value;
        policy.ShouldStartWith("default-src 'none'");
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        policy.ShouldContain($"script-src 'sha256-{hash}';");
        policy.ShouldContain("connect-src 'none'");
    }

    private static string GetEmbeddedJson(string page, string id) =>
        Regex.Match(page, $"<script id=\"{id}\" type=\"application/json\">([^<]*)</script>").Groups[1].Value;
}
