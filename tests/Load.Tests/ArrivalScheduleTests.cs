namespace Load.Tests;

public sealed class ArrivalScheduleTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(100, 1000)]
    [InlineData(1000, 1000)]
    [InlineData(999.999999, 1000)]
    public void RampSchedule_AnyRequest_IsDueWhenIntegralOfRateEqualsRequestIndex(double from, double to)
    {
        var schedule = new RampSchedule(from, to, 10 * Second);

        schedule.Count.ShouldBe((long)Math.Ceiling((from + to) * 5));
        foreach (var (due, i) in schedule.GetDueTimes().Select((due, i) => (due.TotalSeconds, i)))
            (from * due + (to - from) / 20 * due * due).ShouldBe(i, 1e-3);
    }

    [Theory]
    [InlineData(150, 150, 50, 8)]
    [InlineData(150, 150, 1000, 150)]
    [InlineData(100, 200, 50, 8)]
    [InlineData(3, 3, 50, 1)]
    public void WithDuration_PartOfARequest_IsRoundedToWholeRequestsOfTheSameRate(
        double from, double to, int milliseconds, long count)
    {
        var trial = new RampSchedule(from, to, Second).WithDuration(TimeSpan.FromMilliseconds(milliseconds));

        trial.Count.ShouldBe(count);
        (count / trial.Duration.TotalSeconds).ShouldBe((from + to) / 2, 0.001);
    }

    [Fact]
    public void StepSchedule_SeveralSteps_HasSeparateRateForEachStep()
    {
        var schedule = new StepSchedule(
            [new RampSchedule(5, 5, Second), new RampSchedule(10, 10, Second), new RampSchedule(20, 20, Second)]);

        var times = schedule.GetDueTimes().ToArray();

        (schedule.Count, schedule.Duration, Math.Round(schedule.MeanRate, 6)).ShouldBe((35, 3 * Second, 11.666667));
        times.CountBy(due => (int)due.TotalSeconds).Select(step => step.Value).ShouldBe([5, 10, 20]);
        times[6].ShouldBe(Second * 1.1);
        times.ShouldBe(times.Order());
    }
}
