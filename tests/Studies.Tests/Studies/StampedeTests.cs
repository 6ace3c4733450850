namespace Studies.Tests.Studies;

public sealed class StampedeTests
{
    /// <summary>The last column says whether the measurement is what the value of the setting promises.</summary>
    [Theory]
    [InlineData("none", 990, 10, true)]
    [InlineData("none", 500, 10, false)]
    [InlineData("memory", 50, 10, true)]
    [InlineData("memory", 1000, 10, false)]
    [InlineData("hybrid", 100, 1, true)]
    [InlineData("hybrid", 100, 2, false)]
    [InlineData("output", 5, 1, true)]
    public void Measurement_Checked_FailsUnlessSettingKeepsItsPromise(
        string cache, double calls, double atOnce, bool isGood)
    {
        var checks = new CheckReporter();

        new StampedeResult(cache, 1000, calls, atOnce, null, null).Check(checks);

        checks.HasFailure.ShouldBe(!isGood);
    }
}
