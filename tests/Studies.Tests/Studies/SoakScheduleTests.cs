using Studies.Studies.Incidents;

namespace Studies.Tests.Studies;

public sealed class SoakScheduleTests
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    [Fact]
    public void Schedule_OfAnHour_HasEachFaultOnceInEachPeriodOfTenMinutes()
    {
        var periods = SoakStudy.DrawSchedule(2014, Hour)
            .Select(step => (
                Period: (int)(step.Start / TimeSpan.FromMinutes(10)), Faults: JsonSerializer.Serialize(step.Faults)))
            .Where(step => step.Faults is not "{}")
            .ToLookup(step => step.Period, step => step.Faults);

        periods.Count.ShouldBe(6);
        var first = periods[0].Order().ToArray();
        first.Distinct().Count().ShouldBe(8);
        periods.ShouldAllBe(period => period.Order().SequenceEqual(first));
    }

    [Fact]
    public void Schedule_FaultsAndCalm_AlternateInAscendingOrder()
    {
        var schedule = SoakStudy.DrawSchedule(2014, Hour);

        schedule.Count.ShouldBe(6 * 16);
        schedule.Select(step => step.Start).ShouldBeInOrder();
        for (var i = 0; i < schedule.Count; i++)
            (JsonSerializer.Serialize(schedule[i].Faults) is "{}").ShouldBe(i % 2 is 0);
    }

    [Fact]
    public void Schedule_SameSeed_IsTheSame() =>
        Format(SoakStudy.DrawSchedule(7, Hour)).ShouldBe(Format(SoakStudy.DrawSchedule(7, Hour)));

    [Fact]
    public void Schedule_AnotherSeed_Differs() =>
        Format(SoakStudy.DrawSchedule(8, Hour)).ShouldNotBe(Format(SoakStudy.DrawSchedule(7, Hour)));

    private static string Format(IEnumerable<(TimeSpan Start, object Faults)> schedule) => string.Join(
        '\n', schedule.Select(step => $"{step.Start} {JsonSerializer.Serialize(step.Faults)}"));
}
