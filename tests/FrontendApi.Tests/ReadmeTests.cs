using System.Text.RegularExpressions;
using FrontendApi.Customers.Strategies;
using Testing;

namespace FrontendApi.Tests;

public sealed partial class ReadmeTests
{
    /// <summary>A strategy that has not been measured for the README yet may be missing there, as a new one is.</summary>
    [Fact]
    public void Readme_StrategyTable_NamesAndDescribesStrategiesOfTheCatalogue()
    {
        var rows = Row().Matches(Read("README.md")).ToDictionary(row => row.Groups["name"].Value, row => row.Groups["summary"].Value);

        rows.ShouldNotBeEmpty();
        rows.Keys.ShouldBeSubsetOf(StrategyCatalog.Names);
        foreach (var (name, summary) in rows)
            summary.Replace("<br>", "; ").Replace("&lt;", "<").Replace("&gt;", ">").ShouldBe(StrategyCatalog.Get(name).Summary);
    }

    /// <summary>A new strategy is in make demo by itself, and here when somebody writes it down.</summary>
    [Theory]
    [InlineData("strategies.yaml")]
    [InlineData("constant-rate.yaml")]
    public void Scenario_Strategies_AreOfTheCatalogue(string name)
    {
        var scenario = Read("load", "scenarios", name);
        var compared = Compared().Matches(scenario).Select(line => line.Groups["name"].Value).ToArray();
        var grouped = Grouped().Matches(scenario).SelectMany(line => line.Groups["names"].Value.Split(", "));

        compared.Length.ShouldBeGreaterThan(4);
        compared.ShouldBeSubsetOf(StrategyCatalog.Names);
        grouped.ShouldBe(compared, ignoreOrder: true);
    }

    private static string Read(params string[] path) => File.ReadAllText(Path.Combine([Repository.Root, .. path]));

    [GeneratedRegex("^  - (strategy=)?(?<name>[a-z0-9-]+)(@.*)?$", RegexOptions.Multiline)]
    private static partial Regex Compared();

    [GeneratedRegex(@"^    variants: \[(?<names>.+)\]$", RegexOptions.Multiline)]
    private static partial Regex Grouped();

    [GeneratedRegex(@"^\| `(?<name>[a-z0-9-]+)` \| (?<summary>[^|]+) \| \d+ \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
