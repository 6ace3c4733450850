using System.Text.RegularExpressions;
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
        var grouped = VariantGroupPattern().Matches(scenario).SelectMany(line => line.Groups["names"].Value.Split(", "));

        variants.ShouldBe(StrategyCatalog.GetNames(set));
        grouped.ShouldBe(variants, ignoreOrder: true);
    }

    private static string ReadFile(params string[] path) => File.ReadAllText(Path.Combine([Repository.Root, .. path]));

    [GeneratedRegex("^  - (strategy=)?(?<name>[a-z0-9-]+)(@.*)?$", RegexOptions.Multiline)]
    private static partial Regex VariantPattern();

    [GeneratedRegex(@"^    variants: \[(?<names>.+)\]$", RegexOptions.Multiline)]
    private static partial Regex VariantGroupPattern();

    [GeneratedRegex(@"^\| `(?<name>[a-z0-9-]+)` \| (?<summary>[^|]+) \| \d+ \|", RegexOptions.Multiline)]
    private static partial Regex TableRow();
}
