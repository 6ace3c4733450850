using Experiments.LoadTool;
using Experiments.Studies;

namespace Experiments.Tests.LoadTool;

public sealed class ScenarioVariantsTests
{
    [Fact]
    public void Scenario_VariesTheStrategy_HasNamesAddressesAndQueries() => ScenarioVariants.Parse(
        """
        name: two
        vary:
          - strategy=webclient-sync
          - webclient-async@http://localhost:5102
        """).ShouldBe(
        [
            new("webclient-sync", "", "strategy=webclient-sync"),
            new("webclient-async", "http://localhost:5102", "strategy=webclient-async"),
        ]);

    [Fact]
    public void Scenario_DescribesItsVariants_HasTheirWordsAndQueries() => ScenarioVariants.Parse(
        """
        vary:
          - { name: http-2, query: strategy=get-from-json&http=2, summary: one connection }
          - { name: own, query: strategy=get-from-json, url: 'http://localhost:5102' }
        """).ShouldBe(
        [
            new("http-2", "", "strategy=get-from-json&http=2") { Summary = "one connection" },
            new("own", "http://localhost:5102", "strategy=get-from-json"),
        ]);

    [Fact]
    public void Sets_OfTheDemo_HaveVariantsAndTwoStrategiesTheirOwnProcess()
    {
        StrategyComparisonStudy.Sets.ShouldAllBe(set => ScenarioVariants.Read(set).Count > 2);
        ScenarioVariants.Read("demo").CountBy(variant => variant.Url).Select(process => process.Value)
            .ShouldBe([1, 4, 1]);
    }

    [Theory]
    [InlineData("strategies", true)]
    [InlineData("demo", false)]
    public void Strategy_ThatNoScenarioLists_IsInTheLargestSetOnly(string set, bool isAdded) =>
        StrategyComparisonStudy.FindVariants(set, ["get-from-json", "refit", "result-blocking", "newest"])
            .Except(ScenarioVariants.Read(set))
            .ShouldBe(isAdded ? [new("newest", "", "strategy=newest")] : []);
}
