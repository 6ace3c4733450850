using System.Text.RegularExpressions;
using FrontendApi.Backend;
using FrontendApi.Strategies;
using Testing;

namespace FrontendApi.Tests;

public sealed partial class ReadmeTests
{
    /// <summary>The table in README.md may lack strategies that have not been measured yet.</summary>
    [Fact]
    public void ReadmeStrategyTable_Summaries_EqualThoseOfTheCatalogue()
    {
        var rows = TableRow().Matches(ReadFile("README.md"))
            .ToDictionary(row => row.Groups["name"].Value, row => row.Groups["summary"].Value);

        rows.ShouldNotBeEmpty();
        rows.Keys.ShouldBeSubsetOf(StrategyCatalog.Names);
        foreach (var (name, summary) in rows)
        {
            summary.Replace("<br>", "; ").Replace("&lt;", "<").Replace("&gt;", ">")
                .ShouldBe(StrategyCatalog.Get(name).Summary);
        }
    }

    [Theory]
    [InlineData("strategies.yaml", StrategyCatalog.DefaultSet)]
    [InlineData("constant-rate.yaml", StrategyCatalog.DefaultSet)]
    [InlineData("payloads.yaml", StrategyCatalog.PayloadSet)]
    public void StrategyScenario_Variants_AreAllStrategiesOfTheSet(string name, string set)
    {
        var scenario = ReadFile("load", "scenarios", name);
        var variants = VariantPattern().Matches(scenario).Select(line => line.Groups["name"].Value).ToArray();

        variants.ShouldBe(StrategyCatalog.GetNames(set));
        FindGrouped(scenario).ShouldBe(variants, ignoreOrder: true);
    }

    [Fact]
    public void ProtocolScenario_Variants_AreStrategiesOverEveryVersionOfHttp()
    {
        var scenario = ReadFile("load", "scenarios", "protocols.yaml");
        var variants = ProtocolVariantPattern().Matches(scenario);

        variants.Select(variant => variant.Groups["name"].Value).ShouldBe(FindGrouped(scenario));
        variants.Select(variant => variant.Groups["http"].Value).Distinct().ShouldBe(BackendProtocol.HttpFlag.Values);
        variants.Select(variant => variant.Groups["strategy"].Value).ShouldBeSubsetOf(StrategyCatalog.Names);
        variants.ShouldAllBe(variant =>
            variant.Groups["name"].Value.StartsWith("http-" + variant.Groups["http"].Value, StringComparison.Ordinal));
    }

    private static IEnumerable<string> FindGrouped(string scenario) =>
        VariantGroupPattern().Matches(scenario).SelectMany(line => line.Groups["names"].Value.Split(", "));

    private static string ReadFile(params string[] path) => File.ReadAllText(Path.Combine([Repository.Root, .. path]));

    [GeneratedRegex("^  - (strategy=)?(?<name>[a-z0-9-]+)(@.*)?$", RegexOptions.Multiline)]
    private static partial Regex VariantPattern();

    [GeneratedRegex(@"^    variants: \[(?<names>.+)\]$", RegexOptions.Multiline)]
    private static partial Regex VariantGroupPattern();

    [GeneratedRegex(
        @"^  - name: (?<name>.+)\n    query: strategy=(?<strategy>.+)&http=(?<http>.+)$", RegexOptions.Multiline)]
    private static partial Regex ProtocolVariantPattern();

    [GeneratedRegex(@"^\| `(?<name>[a-z0-9-]+)` \| (?<summary>[^|]+) \| \d+ \|", RegexOptions.Multiline)]
    private static partial Regex TableRow();
}
