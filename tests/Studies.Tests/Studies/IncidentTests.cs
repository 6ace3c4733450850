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
}
