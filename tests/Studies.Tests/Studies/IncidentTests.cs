using Studies.Studies.Incidents;

namespace Studies.Tests.Studies;

public sealed class IncidentTests
{
    [Fact]
    public void Draw_SameSeed_DrawsSameIncidents() =>
        Incident.Draw(7).Take(25).ShouldBe(Incident.Draw(7).Take(25));

    [Fact]
    public void Draw_OtherSeed_DrawsOtherOrder() =>
        Incident.Draw(7).Take(10).ShouldNotBe(Incident.Draw(8).Take(10));

    [Fact]
    public void Draw_AsManyAsThereAreKinds_DrawsEachKindOnce() =>
        Incident.Draw(7).Take(Incident.All.Count).ShouldBe(Incident.All, ignoreOrder: true);

    /// <summary>An alert that does not exist could never name an incident.</summary>
    [Fact]
    public void Alerts_OfEveryIncident_AreRulesOfPrometheus()
    {
        var rules = File.ReadAllText(Path.Combine(Testing.Repository.Root, "prometheus", "rules", "alerts.yml"));

        foreach (var alert in Incident.All.SelectMany(incident => incident.Effects.Prepend(incident.Alert)))
            rules.ShouldContain($"- alert: {alert}\n");
    }

    [Theory]
    [InlineData(12.0, true, "TierDown", "ErrorShare")]
    [InlineData(12.0, true, "TierDown")]
    [InlineData(null, false, "ErrorShare")]
    [InlineData(12.0, false, "TierDown", "SlowAnswers")]
    public void DrillRow_KilledBackend_IsFoundIfItsAlertFiresAndNoWrongOne(
        double? foundAfter, bool isFound, params string[] fired)
    {
        var killed = Incident.All.Single(incident => incident.KillsBackend);

        var row = DrillRow.Create(killed, foundAfter, fired);

        row.IsFound.ShouldBe(isFound);
        row.WrongNames.ShouldBe(fired.Where(alert => alert is "SlowAnswers"));
    }
}
