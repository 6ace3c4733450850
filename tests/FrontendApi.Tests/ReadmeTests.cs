using System.Text.RegularExpressions;
using FrontendApi.Strategies;

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
        foreach (var (name, summary) in rows)
        {
            summary.Replace("<br>", "; ").Replace("&lt;", "<").Replace("&gt;", ">")
                .ShouldBe(StrategyCatalog.Get(name).Summary);
        }
    }

    /// <summary>Each strategy is compared in one of two scenarios, and the baseline of the second one in
    /// both.</summary>
    [Fact]
    public void StrategyScenarios_Variants_AreAllStrategies()
    {
        var (all, payloads) = (FindVariants("strategies.yaml"), FindVariants("payloads.yaml"));

        all.Union(payloads).ShouldBe(StrategyCatalog.Names, ignoreOrder: true);
        all.Intersect(payloads).ShouldBe(["get-from-json"]);
        FindVariants("constant-rate.yaml").ShouldBe(all);
    }

    private static string[] FindVariants(string name) =>
        [.. VariantPattern().Matches(ReadFile("load", "scenarios", name)).Select(line => line.Groups["name"].Value)];

    private static string ReadFile(params string[] path) => File.ReadAllText(Path.Combine([Repository.Root, .. path]));

    [GeneratedRegex("^  - (strategy=)?(?<name>[a-z0-9-]+)(@.*)?$", RegexOptions.Multiline)]
    private static partial Regex VariantPattern();

    [GeneratedRegex(@"^\| `(?<name>[a-z0-9-]+)` \| (?<summary>[^|]+) \| \d+ \|", RegexOptions.Multiline)]
    private static partial Regex TableRow();
}
