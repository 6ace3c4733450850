using Load.Output.Words;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class SummaryTests
{
    [Theory]
    [InlineData(
        "x 1.12 faster, y 0.058 slower",
        "x serves 12 % more requests than base;\ny serves one seventeenth as many.")]
    [InlineData("x 2.5 faster, y 0.98 slower", "x serves 2.50 times as many requests as base;\ny serves 2 % fewer.")]
    [InlineData("x 1.95 faster", "x serves 1.95 times as many requests as base.")]
    [InlineData("x 1.94 faster", "x serves 94 % more requests than base.")]
    [InlineData("x 0.55 slower", "x serves 45 % fewer requests than base.")]
    [InlineData("x 0.54 slower", "x serves half as many requests as base.")]
    [InlineData("x 0.33 slower", "x serves one third as many requests as base.")]
    [InlineData("x 0.05 slower", "x serves one twentieth as many requests as base.")]
    [InlineData("x 0.04 slower", "x serves 1/25 as many requests as base.")]
    [InlineData(
        "x 1.3 faster, y 1.2 faster, z 1.1 faster",
        "x serves 30 % more requests than base;\nz serves 10 % more.")]
    [InlineData("x 1.001 equal, y 1 equal", "No difference was found between 3 variants: every interval contains 1.")]
    [InlineData("x 1.015 close", "Between 2 variants no difference of 2 % or more is certain at 99 %.")]
    [InlineData("x 1.5 equal, y 0.9 slower", "y serves 10 % fewer requests than base.")]
    public void Format_Comparison_StatesTheLargestAndTheSmallestRatio(string ratios, string expected) =>
        Summary.Format(Samples.Result(ratios)).ShouldBe(expected);

    [Fact]
    public void Format_InvalidComparison_StatesNoFinding() =>
        Summary.Format(Samples.Result("x 2 faster", state: "invalid")).ShouldBe("Do not quote these figures.");
}
