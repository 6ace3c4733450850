using Experiments.LoadTool;
using Experiments.Studies;

namespace Experiments.Tests.LoadTool;

public sealed class VariantDefinitionTests
{
    [Fact]
    public void Sets_OfTheDemo_HaveVariantsAndTwoStrategiesTheirOwnProcess()
    {
        StrategyComparisonStudy.Sets.ShouldAllBe(set => VariantDefinition.ReadAll(set).Count > 2);
        VariantDefinition.ReadAll("demo").CountBy(variant => variant.Url).Select(process => process.Value)
            .ShouldBe([1, 4, 1]);
    }

    [Theory]
    [InlineData("strategies", true)]
    [InlineData("demo", false)]
    public void Strategy_ThatNoScenarioLists_IsInTheLargestSetOnly(string set, bool isAdded) =>
        StrategyComparisonStudy.FindVariants(set, ["get-from-json", "refit", "result-blocking", "newest"])
            .Except(VariantDefinition.ReadAll(set))
            .ShouldBe(isAdded ? [new("newest", "", "strategy=newest")] : []);
}
