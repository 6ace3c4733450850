namespace Studies.Tests.Studies;

public sealed class IncidentTests : FolderTests
{
    private const string Valid = """
        version: 1
        incidents:
          - name: gone
            sentence: The back-end is gone.
            load: { rate: 5, paths: ['/api/customer/{id}'], keep_alive: false }
            front_end: { Limits__Connections: 100 }
            steps:
              - { kill: back-end }
              - { after_s: 5, restart: back-end, settings: { Data__Customers: 1 } }
            named: [TierDown]
        """;

    [Fact]
    public void ReadAll_ValidFile_HasSettingsLoadAndSteps()
    {
        var incident = Read(Valid).ShouldHaveSingleItem();

        incident.Load.Rate.ShouldBe(5);
        incident.Load.KeepAlive.ShouldBeFalse();
        $"{incident.FrontEnd["Limits__Connections"]}".ShouldBe("100");
        incident.Steps.Select(step => (step.AfterS, step.Kill, step.Restart))
            .ShouldBe([(0, Tier.BackEnd, null), (5, null, Tier.BackEnd)]);
    }

    [Theory]
    [InlineData("rate: 5", "rate: 5, speed: 3", "speed")]
    [InlineData("rate: 5", "rate: 5, count: 3", "gone: load: callers need either a rate or a count")]
    [InlineData("'/api", "'api", "gone: load: paths needs one or more paths that begin with /.")]
    [InlineData("kill: back-end", "kill: database", "$.incidents[0].steps[0].kill")]
    [InlineData("kill: back-end", "after_s: 3", "gone: step 1: needs exactly one of fault, stop,")]
    [InlineData("kill: back-end", "kill: back-end, stop: back-end", "gone: step 1: needs exactly one of fault, stop,")]
    [InlineData("kill: back-end", "kill: back-end, settings: { a: 1 }", "gone: step 1: settings need restart.")]
    [InlineData("kill: back-end", "fault: { latency: 3 }", "step 1: unknown fault 'latency'. Known faults: latencyMs,")]
    [InlineData("kill: back-end", "neighbour: 0", "gone: step 1: neighbour must be from 1 to 64 cores")]
    [InlineData("kill: back-end", "connections: 10001", "and connections at most 10,000.")]
    [InlineData("after_s: 5", "after_s: 60", "gone: step 2: after_s must be at least 0 and less than 60.")]
    [InlineData("[TierDown]", "[Tierdown]", "gone: unknown alert 'Tierdown'. Known alerts: TierDown,")]
    [InlineData("version: 1", "version: 2", "Unknown version 2. Known version: 1.")]
    [InlineData("sentence: The back-end is gone.", "not: []", "sentence")]
    public void ReadAll_WrongFile_SaysInOneLineWhatIsWrong(string right, string wrong, string message)
    {
        var error = Should.Throw<FormatException>(() => Read(Valid.Replace(right, wrong))).Message;

        error.ShouldStartWith(Folder);
        error.ShouldContain(message);
        error.ShouldNotContain("\n");
    }

    [Fact]
    public void Alerts_OfPrometheus_AreTestedAndDescribed()
    {
        var rules = Read("rules/alerts.yml", "prometheus").Split("- alert: ")[1..];
        var tests = Read("tests/alerts.yml", "prometheus");
        var incidents = Incident.ReadAll(Path.Combine(Repository.Root, "prometheus", "incidents.yaml"));
        string[] names = [.. rules.Select(rule => rule.Split('\n')[0])];

        rules.ShouldAllBe(rule => Regex.IsMatch(rule, "severity: (critical|warning), dashboard: testbed-")
            && rule.Contains("summary: ") && rule.Contains("description: "));
        names.Where(name => !tests.Contains($"alertname: {name}, eval_time")).ShouldBeEmpty("no test that it is silent");
        names.Where(name => !tests.Contains($"alertname: {name}\n")).ShouldBeEmpty("no test that it fires");
        Regex.Matches(Read("README.md", "prometheus"), @"^\| `([A-Z]\w+)` \|", RegexOptions.Multiline)
            .Select(row => row.Groups[1].Value).ShouldBe(names, ignoreOrder: true);
        // A service whose callers are gone and that still calls is no incident of a drill.
        names.Except(incidents.SelectMany(incident => incident.Named)).ShouldBe(["EgressWithoutIngress"]);
    }

    [Theory]
    [InlineData("found", 12.0, "TierDown", "ErrorShare")]
    [InlineData("wrong name", null, "ErrorShare")]
    [InlineData("silent", null)]
    [InlineData("forbidden alert", 12.0, "TierDown", "SlowAnswers")]
    public void DrillRow_KilledBackend_IsFoundIfItsAlertFiresAndNoForbiddenOne(
        string result, double? foundAfter, params string[] fired)
    {
        var incident = Read(Valid.Replace("[TierDown]", "[TierDown]\n    not: [SlowAnswers]"))[0];

        DrillRow.Create(incident, foundAfter, fired, 0.5).Result.ShouldBe(result);
    }

    [Theory]
    [InlineData("quiet")]
    [InlineData("false alarm", "SlowAnswers")]
    public void DrillRow_NothingIsNamed_IsQuietIfNothingFires(string result, params string[] fired) =>
        DrillRow.Create(Read(Valid.Replace("[TierDown]", "[]"))[0], null, fired, 1).Result.ShouldBe(result);

    private static string Read(string file, string folder) =>
        File.ReadAllText(Path.Combine(Repository.Root, folder, file)).ReplaceLineEndings("\n");

    private IReadOnlyList<Incident> Read(string text) => Incident.ReadAll(Write("incidents.yaml", text));
}
