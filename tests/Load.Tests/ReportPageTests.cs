using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Load.Output.Html;
using Load.Output.Words;
using Load.Results;
using Load.Results.Files;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed partial class ReportPageTests
{
    private const int MaxPageBytes = 500_000;

    [Fact]
    public void Render_Result_EmbedsWholeResult()
    {
        var result = SampleResults.Result(
            "get-from-json: 1.12 (faster), webclient-sync: 1 (equal), read-as-async-2014: 0.5 (slower)");

        var embedded = GetEmbeddedJson(ReportPage.Render(result));

        embedded.ShouldBe(JsonSerializer.Serialize(result, ResultJson.Default.Result));
    }

    [Theory]
    [InlineData("</script><script>alert(1)</script>")]
    [InlineData("<!--words--><!--result--><!--title-->")]
    [InlineData("\"'&lt;{{script}}")]
    public void Render_HostileNames_EmbedsNamesAsDataOnly(string name)
    {
        var plain = SampleResults.Result("get-from-json: 1.12 (faster)");
        var hostile = plain with
        {
            Id = name,
            RepeatCommand = name,
            Scenario = plain.Scenario with { Name = name },
            Variants =
            [
                .. plain.Variants.Select(variant =>
                    variant.Name == "get-from-json" ? variant with { Name = name } : variant),
            ],
        };

        var page = ReportPage.Render(hostile);

        HtmlElementPattern().Count(page).ShouldBe(HtmlElementPattern().Count(ReportPage.Render(plain)));
        var embedded = JsonSerializer.Deserialize(GetEmbeddedJson(page), ResultJson.Default.Result)!;
        embedded.Variants.ShouldContain(variant => variant.Name == name);
        embedded.Scenario.Name.ShouldBe(name);
    }

    [Fact]
    public void Render_Result_PolicyAllowsOnlyEmbeddedScriptAndNoHost()
    {
        var page = ReportPage.Render(SampleResults.Result("get-from-json: 1.12 (faster)"));

        var policy = ContentSecurityPolicyPattern().Match(page).Groups[1].Value;
        var script = EmbeddedScriptPattern().Match(page).Groups[1].Value;
        policy.ShouldStartWith("default-src 'none'");
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        policy.ShouldContain($"script-src 'sha256-{hash}';");
        policy.ShouldContain("connect-src 'none'");
        policy.ShouldNotContain("http");
        policy.ShouldNotContain("*");
    }

    [Fact]
    public async Task Render_FifteenVariantsAndTwentyRounds_CreatesSmallPage()
    {
        var result = await ResultReader.ReadAsync(
            Path.Combine(Repository.Root, "docs/results/20261120-1752-strategies.json"),
            TestContext.Current.CancellationToken);
        var copies = result.Variants.Take(6).Select(variant => variant with { Name = $"{variant.Name}-2" });
        var many = result with { Variants = [.. result.Variants, .. copies] };

        many.Variants.Count.ShouldBe(15);
        many.Plan.Rounds.ShouldBe(20);
        Encoding.UTF8.GetByteCount(ReportPage.Render(many)).ShouldBeLessThan(MaxPageBytes);
    }

    [Fact]
    public void Render_Result_HasSameSentencesAsTerminal()
    {
        var result = SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 0.5 (slower)");

        var words = JsonDocument.Parse(SentencesPattern().Match(ReportPage.Render(result)).Groups[1].Value).RootElement;

        GetText(words.GetProperty("headline")).ShouldBe(ResultSummary.Format(result));
        words.GetProperty("headline").EnumerateArray().Where(run => run.GetProperty("kind").GetString() == "variant")
            .Select(run => run.GetProperty("text").GetString())
            .ShouldBe(["webclient-sync", "string-jsonconvert", "get-from-json"]);
    }

    private static string GetText(JsonElement textRuns) =>
        string.Concat(textRuns.EnumerateArray().Select(run => run.GetProperty("text").GetString()));

    private static string GetEmbeddedJson(string page) => EmbeddedResultPattern().Match(page).Groups[1].Value;

    [GeneratedRegex("""<script id="result" type="application/json">([^<]*)</script>""")]
    private static partial Regex EmbeddedResultPattern();

    [GeneratedRegex("""<script id="words" type="application/json">([^<]*)</script>""")]
    private static partial Regex SentencesPattern();

    [GeneratedRegex("""http-equiv="Content-Security-Policy" content="([^"]*)">""")]
    private static partial Regex ContentSecurityPolicyPattern();

    [GeneratedRegex("<script>(.*)</script>", RegexOptions.Singleline)]
    private static partial Regex EmbeddedScriptPattern();

    [GeneratedRegex("<[a-z!/]", RegexOptions.IgnoreCase)]
    private static partial Regex HtmlElementPattern();
}
