namespace Studies.Tests.LoadTool;

public sealed class ScenarioStrategyTests
{
    [Fact]
    public void Scenario_VariesTheStrategy_HasNamesAndAddresses() => ScenarioStrategy.Parse(
        """
        name: two
        vary:
          - strategy=webclient-sync
          - webclient-async@http://localhost:5102
        """).ShouldBe([new("webclient-sync", null), new("webclient-async", "http://localhost:5102")]);

    [Theory]
    [InlineData("name: none")]
    [InlineData("vary: [http=1.1, 2]")]
    public void Scenario_VariesSomethingElse_HasNoStrategies(string yaml) =>
        ScenarioStrategy.Parse(yaml).ShouldBeEmpty();
}
