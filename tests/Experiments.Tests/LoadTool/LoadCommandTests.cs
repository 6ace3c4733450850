using Experiments.LoadTool;

namespace Experiments.Tests.LoadTool;

public sealed class LoadCommandTests
{
    private static readonly LoadCommand SampleCommand = new("compare", "results/x")
    {
        Scenario = "load/scenarios/strategies.yaml",
        Options = [("--connections", "10"), ("--rounds", "7"), ("--monitor", "back-end=http://127.0.0.1:1")],
    };

    [Fact]
    public void LoadCommand_WithoutUserOptions_HasOptionsOfStudy() => SampleCommand.ToArguments().Take(10).ShouldBe(
    [
        "compare", "load/scenarios/strategies.yaml", "--connections", "10", "--rounds", "7",
        "--monitor", "back-end=http://127.0.0.1:1", "--out", "results/x",
    ]);

    [Theory]
    [InlineData("--connections=50")]
    [InlineData("-c", "50")]
    public void UserOption_SameNameAsOptionOfStudy_ReplacesOptionOfStudy(params string[] given)
    {
        var arguments = (SampleCommand with { UserOptions = given }).ToArguments();

        arguments.ShouldNotContain("10");
        arguments.TakeLast(given.Length).ShouldBe(given);
    }

    [Fact]
    public void UserOption_Repeatable_IsAddedToOptionOfStudy()
    {
        var arguments = (SampleCommand with { UserOptions = ["--monitor", "cache=http://127.0.0.1:2"] }).ToArguments();

        arguments.ShouldContain("back-end=http://127.0.0.1:1");
        arguments.ShouldContain("cache=http://127.0.0.1:2");
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(2, false)]
    public void LoadCommand_ForOneServer_MonitorsTarget(int urls, bool expected) =>
        (SampleCommand with { Options = [.. Enumerable.Range(1, urls).Select(port => ("--url", $"http://h:{port}"))] })
            .ToArguments().Contains("target").ShouldBe(expected);
}
