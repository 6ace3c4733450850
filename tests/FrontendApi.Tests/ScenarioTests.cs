using System.Text.RegularExpressions;

namespace FrontendApi.Tests;

public sealed partial class ScenarioTests
{
    /// <summary>Each strategy is in one of four scenarios, and the baseline of the second one in all.</summary>
    [Fact]
    public void StrategyScenarios_Variants_AreAllStrategies()
    {
        var (all, payloads) = (FindVariants("strategies.yaml"), FindVariants("payloads.yaml"));

        all.Union(payloads).Union(FindVariants("libraries.yaml")).Union(FindVariants("blocking.yaml"))
            .ShouldBe(StrategyCatalog.Names, ignoreOrder: true);
        all.Intersect(payloads).ShouldBe(["get-from-json"]);
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
