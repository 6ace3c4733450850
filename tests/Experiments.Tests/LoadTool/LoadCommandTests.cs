using Experiments.LoadTool;

namespace Experiments.Tests.LoadTool;

public sealed class LoadCommandTests
{
    [Theory]
    [InlineData("a.yaml", "run a.yaml --connections 10 --out results/x --steer")]
    [InlineData(null, "run --connections 10 --out results/x --metric")]
    public void Command_OfTheLoadTool_HasItsOptionsAndNamesMetricsWithoutAScenario(string? scenario, string expected) =>
        string.Join(' ', Create(scenario, "--steer")).ShouldStartWith(expected);

    [Fact]
    public void Argument_SameNameAsAnOption_ReplacesIt()
    {
        var arguments = Create(null, "--connections", "50");

        arguments.ShouldNotContain("10");
        arguments.TakeLast(2).ShouldBe(["--connections", "50"]);
    }

    private static IEnumerable<string> Create(string? scenario, params string[] more) =>
        new LoadCommand("run", "results/x", ("--connections", "10")) { Scenario = scenario, More = more }
            .CreateStartInfo().ArgumentList.Skip(1);
}
