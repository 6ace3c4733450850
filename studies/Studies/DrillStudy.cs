namespace Studies.Studies;

/// <summary>
/// Causes the incidents of a file while requests are sent, and scores the alerts of Prometheus: whether the right one
/// fires, and how soon. Or causes none, and reports every alert that fires.
/// </summary>
internal sealed class DrillStudy : StudyCommand
{
    private const double RequiredShare = 0.9;
    private const double NeighbourCores = 0.5;
    private static readonly TimeSpan TimeOfIncident = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private static readonly string PublishedFile = ProgramLocator.GetPath("prometheus", "incidents.yaml");

    private readonly Option<string?> _file = new("--incidents")
    {
        Description = "The file with the incidents. docs/drill.md describes it. [default: prometheus/incidents.yaml]",
        HelpName = "FILE",
    };

    private readonly Option<int> _rate = StudyOptions.CreateNumber(
        "--rate", "The requests per second of callers. 0 for those of each incident.", 0, 0, 5_000);

    private readonly Option<int> _quiet = StudyOptions.CreateNumber(
        "--quiet", "Cause no incident for this number of minutes, beside a busy neighbour: no alert may fire.", 0, 0, 10_000);

    private readonly Argument<string[]> _names = new("NAME")
    {
        Description = "Only cause these incidents, or those that these alerts have to name.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public DrillStudy()
        : base("drill", "Causes incidents under load and scores which of them the alerts find and name.", rounds: null)
    {
        Add(_names);
        Add(_file);
        Add(_rate);
        Add(_quiet);
        Validators.Add(command =>
        {
            try
            {
                Select(Incident.ReadAll(command.GetValue(_file) ?? PublishedFile), command.GetValue(_names));
            }
            catch (Exception failure) when (failure is FormatException or IOException or UnauthorizedAccessException)
            {
                command.AddError(failure.Message);
            }
        });
    }

    protected override string MakeCommand => "make drill";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => Drill.TimeBeforeFirst
        + (arguments.GetValue(_quiet) is > 0 and var minutes ? minutes * Minute : ReadIncidents(arguments).Count * TimeOfIncident);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        await using var drill = await Drill.StartAsync(context.Environment, context.Get(_rate));
        return context.Get(_quiet) is > 0 and var minutes
            ? await WatchAsync(context, drill, minutes)
            : await CauseAsync(context, drill);
    }

    private static async Task<int> WatchAsync(StudyContext context, Drill drill, int minutes)
    {
        var rows = new List<QuietMinute>();
        await drill.PrepareAsync(null, Drill.TimeBeforeFirst);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.Environment.StopToken);
        var neighbour = DrillTraffic.OccupyAsync(NeighbourCores, end.Token);
        for (var minute = 1; minute <= minutes; minute++)
        {
            var before = drill.Counts;
            var fired = await drill.CollectAlertsAsync(Minute);
            rows.Add(new QuietMinute(minute, Drill.GetGoodShare(before, drill.Counts), fired));
            Console.WriteLine($"  minute {minute} of {minutes}: {rows[^1].GoodShare:P2} of {drill.Counts.Asked - before.Asked} "
                + $"requests good, alerts: {(fired is [] ? "none" : string.Join(", ", fired))}");
        }

        await end.CancelAsync();
        await neighbour;
        StudyFiles.Write(context.ResultsFolder, "drill-quiet", rows, 1,
            ("minute", row => $"{row.Minute}"), ("good share", row => row.GoodShare),
            ("fired", row => string.Join(' ', row.Fired)));
        var checks = new CheckReporter();
        checks.Add(rows.All(row => row.Fired is []), $"no alert fired in {minutes} minutes without an incident");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private async Task<int> CauseAsync(StudyContext context, Drill drill)
    {
        var rows = new List<DrillRow>();
        foreach (var incident in ReadIncidents(context.Arguments))
        {
            await drill.PrepareAsync(incident, rows is [] ? Drill.TimeBeforeFirst : Drill.TimeBetween);
            var row = await drill.RunAsync(incident);
            rows.Add(row);
            Console.WriteLine($"  {(row.IsFound ? '✓' : '✗')} {row.Incident}: {row.Result}, {string.Join(", ", row.Fired)}");
        }

        StudyFiles.Write(context.ResultsFolder, "drill", rows, 4,
            ("incident", row => row.Incident),
            ("one of", row => string.Join(' ', row.Named)),
            ("result", row => row.Result),
            ("fired", row => string.Join(' ', row.Fired)),
            ("found after s", row => row.FoundAfterS),
            ("good share", row => row.GoodShare));
        var (found, checks) = (rows.Count(row => row.IsFound), new CheckReporter());
        checks.Add(found >= RequiredShare * rows.Count,
            $"{found} of {rows.Count} incidents were found and named rightly within {Drill.IncidentTime.TotalSeconds} s, "
            + $"{rows.Count(row => row.Result is DrillRow.Silent)} were silent (required: {RequiredShare})");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private IReadOnlyList<Incident> ReadIncidents(ParseResult arguments) =>
        Select(Incident.ReadAll(arguments.GetValue(_file) ?? PublishedFile), arguments.GetValue(_names));

    private static IReadOnlyList<Incident> Select(IReadOnlyList<Incident> incidents, string[]? names)
    {
        foreach (var name in (names ?? []).Where(name => !incidents.Any(incident => IsCalled(incident, name))))
            throw new FormatException($"Unknown incident or alert '{name}'. Known incidents: "
                + $"{string.Join(", ", incidents.Select(incident => incident.Name))}.");
        return names is null or [] ? incidents
            : [.. incidents.Where(incident => names.Any(name => IsCalled(incident, name)))];
    }

    private static bool IsCalled(Incident incident, string name) => incident.Name == name || incident.Named.Contains(name);
}

/// <summary>A minute without an incident: the share of good answers that callers got, and the alerts that fired.</summary>
internal sealed record QuietMinute(int Minute, double? GoodShare, IReadOnlyList<string> Fired);

/// <summary>The alerts that fired during an incident, compared with those that it should cause.</summary>
internal sealed record DrillRow(
    string Incident, IReadOnlyList<string> Named, string Result, double? FoundAfterS, IReadOnlyList<string> Fired,
    double? GoodShare)
{
    public const string Silent = "silent";
    public const string Found = "found";

    public bool IsFound => Result is Found;

    public static DrillRow Create(
        Incident incident, double? foundAfterS, IReadOnlyCollection<string> fired, double? goodShare) => new(
        incident.Name, incident.Named,
        fired.Intersect(incident.Not).Any() ? "forbidden alert"
            : incident.Named is [] ? fired.Count is 0 ? Found : "false alarm"
            : foundAfterS is not null ? Found : fired.Count is 0 ? Silent : "wrong name",
        foundAfterS, [.. fired.Order()], goodShare);
}
