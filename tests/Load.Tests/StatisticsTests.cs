namespace Load.Tests;

public sealed class StatisticsTests
{
    [Fact]
    public void GetInterval_ThreeKnownValues_EqualsStudentTInterval()
    {
        // The logarithms 1, 2 and 3 have the mean 2 and the standard deviation 1. Tables of Student's t give t(0.975,
        // 2) = 4.302653 and t(0.995, 2) = 9.924843.
        var mean = LogRatioEstimate.FromIndependentValues([1, 2, 3]);

        mean.Value.ShouldBe(Math.Exp(2), 1e-9);
        Math.Log(mean.GetInterval(0.05)!.Value.Lo).ShouldBe(2 - 4.302653 / Math.Sqrt(3), 1e-6);
        Math.Log(mean.GetInterval(0.05)!.Value.Hi).ShouldBe(2 + 4.302653 / Math.Sqrt(3), 1e-6);
        Math.Log(mean.GetInterval(0.01)!.Value.Hi).ShouldBe(2 + 9.924843 / Math.Sqrt(3), 1e-5);
        LogRatioEstimate.FromIndependentValues([3]).GetInterval(0.05).ShouldBeNull();
    }
}
