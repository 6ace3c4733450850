namespace Load.Tests;

public sealed class ArrivalScheduleTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(1000, 10_000)]
    [InlineData(0.25, 3)]
    public void GetDueTimes_OneRate_AreEqualIntervals(double rate, int count)
    {
        var schedule = new RequestSchedule(rate, 10 * Second);

        schedule.Count.ShouldBe(count);
        foreach (var (due, i) in schedule.GetDueTimes().Select((due, i) => (due.TotalSeconds, i)))
            (rate * due).ShouldBe(i, 1e-3);
    }

    [Theory]
    [InlineData(150, 50, 8)]
    [InlineData(150, 1000, 150)]
    [InlineData(3, 50, 1)]
    public void WithDuration_PartOfARequest_IsRoundedToWholeRequestsOfTheSameRate(
        double rate, int milliseconds, long count)
    {
        var trial = new RequestSchedule(rate, Second).WithDuration(TimeSpan.FromMilliseconds(milliseconds));

        trial.Count.ShouldBe(count);
        (count / trial.Duration.TotalSeconds).ShouldBe(rate, 0.001);
    }

    [Fact]
    public void GetDueTimes_SeveralSteps_HaveARateEach()
    {
        var schedule = new RequestSchedule([5, 10, 20], Second);

        var times = schedule.GetDueTimes().ToArray();

        (schedule.Count, schedule.Duration, Math.Round(schedule.MeanRate, 6)).ShouldBe((35, 3 * Second, 11.666667));
        times.CountBy(due => (int)due.TotalSeconds).Select(step => step.Value).ShouldBe([5, 10, 20]);
        times[6].ShouldBe(Second * 1.1);
        times.ShouldBe(times.Order());
    }
}
