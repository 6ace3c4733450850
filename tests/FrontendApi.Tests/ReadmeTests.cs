using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using FrontendApi.Customers.Strategies;

namespace FrontendApi.Tests;

public sealed partial class ReadmeTests
{
    /// <summary>A strategy that has not been measured for the README yet may be missing there, as a new one is.</summary>
    [Fact]
    public void Readme_StrategyTable_NamesAndDescribesStrategiesOfTheCatalogue()
    {
        var rows = Row().Matches(File.ReadAllText(Path())).ToDictionary(row => row.Groups["name"].Value, row => row.Groups["summary"].Value);

        rows.ShouldNotBeEmpty();
        rows.Keys.ShouldBeSubsetOf(StrategyCatalog.Names);
        foreach (var (name, summary) in rows)
            summary.Replace("<br>", "; ").Replace("&lt;", "<").Replace("&gt;", ">").ShouldBe(StrategyCatalog.Get(name).Summary);
    }

    private static string Path([CallerFilePath] string here = "") =>
        System.IO.Path.Combine(System.IO.Path.GetDirectoryName(here)!, "..", "..", "README.md");

    [GeneratedRegex(@"^\| `(?<name>[a-z0-9-]+)` \| (?<summary>[^|]+) \| \d+ \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
