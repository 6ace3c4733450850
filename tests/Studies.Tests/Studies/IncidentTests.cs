namespace Studies.Tests.Studies;

public sealed class IncidentTests
{
    [Fact]
    public void Draw_WithASeed_DrawsEachKindOnceInAnOrderOfTheSeed()
    {
        var drawn = Incident.Draw(7).Take(Incident.All.Count).ToArray();

        drawn.ShouldBe(Incident.All, ignoreOrder: true);
        Incident.Draw(7).Take(Incident.All.Count).ShouldBe(drawn);
        Incident.Draw(8).Take(Incident.All.Count).ShouldNotBe(drawn);
    }

    /// <summary>An alert that does not exist could never name an incident.</summary>
    [Fact]
    public void Alerts_OfEveryIncident_AreRulesOfPrometheus()
    {
        var rules = File.ReadAllText(Path.Combine(Repository.Root, "prometheus", "rules", "alerts.yml"));

        Incident.All.SelectMany(incident => incident.Effects.Prepend(incident.Alert))
            .ShouldAllBe(alert => rules.Contains($"- alert: {alert}\n"));
    }

    [Theory]
    [InlineData(12.0, true, "TierDown", "ErrorShare")]
    [InlineData(null, false, "ErrorShare")]
    [InlineData(12.0, false, "TierDown", "SlowAnswers")]
    public void DrillRow_KilledBackend_IsFoundIfItsAlertFiresAndNoWrongOne(
        double? foundAfter, bool isFound, params string[] fired)
    {
        var row = DrillRow.Create(Incident.All.Single(incident => incident.KillsBackend), foundAfter, fired);

        row.IsFound.ShouldBe(isFound);
        row.WrongNames.ShouldBe(fired.Where(alert => alert is "SlowAnswers"));
    }

    [Fact]
    public void Soak_OfAnHour_HasEachFaultOnceInEachPeriodOfTenMinutesAndCalmBetween()
    {
        var schedule = SoakStudy.DrawSchedule(2014, TimeSpan.FromHours(1))
            .Select(step => (step.Start, Faults: JsonSerializer.Serialize(step.Faults))).ToArray();

        schedule.Select(step => step.Start).ShouldBeInOrder();
        schedule.Where((step, i) => (step.Faults is "{}") != (i % 2 is 0)).ShouldBeEmpty();
        var periods = schedule.Where(step => step.Faults is not "{}")
            .ToLookup(step => (int)(step.Start / TimeSpan.FromMinutes(10)), step => step.Faults);
        periods.Count.ShouldBe(6);
        periods.ShouldAllBe(period => period.Distinct().Count() == 8 && period.Count() == 8);
        SoakStudy.DrawSchedule(2014, TimeSpan.FromHours(1)).Select(step => JsonSerializer.Serialize(step.Faults))
            .ShouldBe(schedule.Select(step => step.Faults));
    }
}
