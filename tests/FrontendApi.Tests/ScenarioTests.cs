using System.Text.RegularExpressions;

namespace FrontendApi.Tests;

public sealed partial class ScenarioTests
{
    /// <summary>Each strategy is in a scenario. The baseline of the others is in each of them.</summary>
    [Fact]
    public void StrategyScenarios_Variants_AreAllStrategies()
    {
        var (all, payloads) = (FindVariants("strategies.yaml"), FindVariants("payloads.yaml"));
        var blocking = FindVariants("blocking.yaml");

        all.Union(payloads).Union(blocking).ShouldBe(StrategyCatalog.Names, ignoreOrder: true);
        all.Intersect(payloads).ShouldBe(["get-from-json"]);
        FindVariants("constant-rate.yaml").ShouldBe(all);
    }

    private static string[] FindVariants(string scenario) =>
    [
        .. VariantPattern().Matches(File.ReadAllText(Path.Combine(Repository.Root, "load", "scenarios", scenario)))
            .Select(line => line.Groups["name"].Value),
    ];

    [GeneratedRegex("^  - (strategy=)?(?<name>[a-z0-9-]+)(@.*)?$", RegexOptions.Multiline)]
    private static partial Regex VariantPattern();
}
