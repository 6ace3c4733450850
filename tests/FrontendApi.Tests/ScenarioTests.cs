using System.Text.RegularExpressions;

namespace FrontendApi.Tests;

public sealed partial class ScenarioTests
{
    /// <summary>Each strategy is in one of three scenarios.</summary>
    [Fact]
    public void StrategyScenarios_Variants_AreAllStrategies()
    {
        var all = FindVariants("strategies.yaml");

        all.Union(FindVariants("libraries.yaml")).Union(FindVariants("blocking.yaml"))
            .ShouldBe(StrategyCatalog.Names, ignoreOrder: true);
        FindVariants("constant-rate.yaml").ShouldBe(all);
    }

    private static string[] FindVariants(string scenario) =>
    [
        .. VariantPattern().Matches(File.ReadAllText(Path.Combine(Repository.Root, "load", "scenarios", scenario)))
            .Select(line => line.Groups["name"].Value),
    ];

    [GeneratedRegex(
        "^ +(- |query: )(strategy=)?(?<name>[a-z0-9-]+)(@.*|&http=2)?$", RegexOptions.Multiline)]
    private static partial Regex VariantPattern();
}
