using Studies.Commands;
using Studies.Studies.Stampede;

namespace Studies.Tests.Studies;

public sealed class StampedeTests
{
    /// <summary>The last column says whether the measurement is what the value of the setting promises.</summary>
    [Theory]
    [InlineData("none", 1000, 1000, 10, true)]
    [InlineData("none", 1000, 990, 10, true)]
    [InlineData("none", 1000, 500, 10, false)]
    [InlineData("none", 1000, 1500, 10, false)]
    [InlineData("none", 1000, 1000, 1, false)]
    [InlineData("memory", 1000, 50, 10, true)]
    [InlineData("memory", 1000, 50, 1, false)]
    [InlineData("memory", 1000, 1000, 10, false)]
    [InlineData("memory", 1000, 0, 10, false)]
    [InlineData("hybrid", 1000, 100, 1, true)]
    [InlineData("hybrid", 1000, 100, 2, false)]
    [InlineData("hybrid", 1000, 1000, 1, false)]
    [InlineData("output", 1000, 5, 1, true)]
    [InlineData("output", 1000, 5, 2, false)]
    [InlineData("output", 1000, 0, 1, false)]
    public void Measurement_Checked_FailsUnlessSettingKeepsItsPromise(
        string cache, double requests, double calls, double atOnce, bool isGood)
    {
        var checks = new CheckReporter();

        new StampedeResult(cache, requests, calls, atOnce, null, null).Check(checks);

        checks.HasFailure.ShouldBe(!isGood);
    }

    [Fact]
    public void Table_Row_HasACellForEachHeading()
    {
        var cells = new StampedeResult("memory", 2_000, 100, 10, 0.5, 51).ToCells();

        cells.ShouldBe(["memory", "2000", "100", "0.050", "10", "0.50", "51.0"]);
        cells.Count.ShouldBe(StampedeResult.Headings.Count);
    }
}
