using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Load.Output.Html;
using Load.Output.Words;
using Load.Results;
using Load.Results.Files;
using Load.Tests.Hosting;
using Testing;

namespace Load.Tests;

public sealed partial class ReportPageTests
{
    private const int Limit = 500_000;

    [Fact]
    public void Of_Result_HoldsAllOfIt()
    {
        var result = Samples.Result("x 1.12 faster, y 1 equal, z 0.5 slower");

        var held = HeldBy(ReportPage.Render(result));

        held.ShouldBe(JsonSerializer.Serialize(result, ResultJson.Default.Result));
    }

    [Theory]
    [InlineData("</script><script>alert(1)</script>")]
    [InlineData("<!--words--><!--result--><!--title-->")]
    [InlineData("\"'&lt;{{script}}")]
    public void Of_HostileNames_HasThemAsDataOnly(string name)
    {
        var plain = Samples.Result("x 1.12 faster");
        var hostile = plain with
        {
            Id = name,
            Repeat = name,
            Scenario = plain.Scenario with { Name = name },
            Variants = [.. plain.Variants.Select(variant => variant.Name == "x" ? variant with { Name = name } : variant)],
        };

        var page = ReportPage.Render(hostile);

        Elements().Count(page).ShouldBe(Elements().Count(ReportPage.Render(plain)));
        var held = JsonSerializer.Deserialize(HeldBy(page), ResultJson.Default.Result)!;
        held.Variants.ShouldContain(variant => variant.Name == name);
        held.Scenario.Name.ShouldBe(name);
    }

    [Fact]
    public void Of_Result_RunsItsOwnScriptAloneAndForbidsEveryHost()
    {
        var page = ReportPage.Render(Samples.Result("x 1.12 faster"));

        var policy = Policy().Match(page).Groups[1].Value;
        var script = Script().Match(page).Groups[1].Value;
        policy.ShouldStartWith("default-src 'none'");
        policy.ShouldContain($"script-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)))}';");
        policy.ShouldContain("connect-src 'none'");
        policy.ShouldNotContain("http");
        policy.ShouldNotContain("*");
    }

    [Fact]
    public async Task Of_FifteenVariantsAndTwentyRounds_IsSmall()
    {
        var result = await ResultReader.ReadAsync(
            Path.Combine(Repository.Root, "docs/results/20261120-1752-strategies.json"), TestContext.Current.CancellationToken);
        var many = result with { Variants = [.. result.Variants, .. result.Variants.Take(6).Select(one => one with { Name = $"{one.Name}-2" })] };

        many.Variants.Count.ShouldBe(15);
        many.Plan.Rounds.ShouldBe(20);
        Encoding.UTF8.GetByteCount(ReportPage.Render(many)).ShouldBeLessThan(Limit);
    }

    [Fact]
    public void Of_Result_SaysWhatTheTerminalSays()
    {
        var result = Samples.Result("x 1.12 faster, y 0.5 slower");

        var words = JsonDocument.Parse(Words().Match(ReportPage.Render(result)).Groups[1].Value).RootElement;

        TextOf(words.GetProperty("headline")).ShouldBe(Summary.Format(result));
        words.GetProperty("headline").EnumerateArray().Where(phrase => phrase.GetProperty("kind").GetString() == "variant")
            .Select(phrase => phrase.GetProperty("text").GetString()).ShouldBe(["x", "base", "y"]);
    }

    private static string TextOf(JsonElement phrases) =>
        string.Concat(phrases.EnumerateArray().Select(phrase => phrase.GetProperty("text").GetString()));

    private static string HeldBy(string page) => Result().Match(page).Groups[1].Value;

    [GeneratedRegex("""<script id="result" type="application/json">([^<]*)</script>""")]
    private static partial Regex Result();

    [GeneratedRegex("""<script id="words" type="application/json">([^<]*)</script>""")]
    private static partial Regex Words();

    [GeneratedRegex("""http-equiv="Content-Security-Policy" content="([^"]*)">""")]
    private static partial Regex Policy();

    [GeneratedRegex("<script>(.*)</script>", RegexOptions.Singleline)]
    private static partial Regex Script();

    [GeneratedRegex("<[a-z!/]", RegexOptions.IgnoreCase)]
    private static partial Regex Elements();
}
