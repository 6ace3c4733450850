namespace Studies.Studies;

/// <summary>
/// Causes the incidents of a file while requests are sent, and scores the alerts of Prometheus: whether the right one
/// fires, and how soon. Or causes none, and every alert that fires is false.
/// </summary>
internal sealed class DrillStudy : StudyCommand
{
    private const double RequiredShare = 0.9;
    private static readonly string PublishedFile = ProgramLocator.GetPath("prometheus", "incidents.yaml");

    private readonly Option<string?> _file = new("--incidents")
    {
        Description = "The file with the incidents (prometheus/drill.md). [default: prometheus/incidents.yaml]",
        HelpName = "FILE",
    };

    private readonly Option<int> _rate = StudyOptions.CreateNumber(
        "--rate", "The requests per second of the callers. With 0, each incident has its own rate.", 0, 0, 5_000);

    private readonly Option<int> _quiet = StudyOptions.CreateNumber("--quiet",
        "Cause no incidents for this number of minutes, next to a busy neighbour: no alert may fire.", 0, 0, 10_000);

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
                Select(command.GetValue(_file), command.GetValue(_names));
            }
            catch (Exception failure) when (failure is FormatException or IOException or UnauthorizedAccessException)
            {
                command.AddError(failure.Message);
            }
        });
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        arguments.GetValue(_quiet) is > 0 and var minutes ? Drill.TimeWithOtherCallers + TimeSpan.FromMinutes(minutes)
            : Drill.EstimateDuration(Select(arguments.GetValue(_file), arguments.GetValue(_names)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var quiet = context.Get(_quiet);
        var incidents = quiet > 0 ? [.. Enumerable.Range(1, quiet).Select(Incident.CreateQuietMinute)]
            : Select(context.Arguments.GetValue(_file), context.Arguments.GetValue(_names));
        await using var drill = new Drill(context.Environment, context.Get(_rate));
        var rows = new List<DrillRow>();
        foreach (var incident in incidents)
        {
            if (quiet is 0 || rows is [])
                await drill.PrepareAsync(incident);
            var row = await drill.RunAsync(incident);
            rows.Add(row);
            Console.WriteLine($"  {(row.IsFound ? '✓' : '✗')} {row.Incident}: {row.Result}, "
                + $"{row.GoodShare:P1} good, alerts: {(row.Fired is [] ? "none" : string.Join(", ", row.Fired))}");
        }

        StudyFiles.Write(context.ResultsFolder, quiet > 0 ? $"{Name}-quiet" : Name, rows, 4,
            ("incident", row => row.Incident),
            ("one of", row => row.Named is [] ? "none" : string.Join(' ', row.Named)),
            ("result", row => row.Result),
            ("fired", row => string.Join(' ', row.Fired)),
            ("found after s", row => row.FoundAfterS),
            ("good share", row => row.GoodShare));
        var (found, checks) = (rows.Count(row => row.IsFound), new CheckReporter());
        if (quiet > 0)
            checks.Add(found == quiet, $"no alert fired in {found} of {quiet} minutes without an incident");
        else
            checks.Add(found >= RequiredShare * rows.Count,
                $"{found} of {rows.Count} incidents were found and named rightly, "
                + $"{rows.Count(row => row.Result is DrillRow.Silent)} were silent (required: {RequiredShare})");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static IReadOnlyList<Incident> Select(string? file, string[]? names)
    {
        var incidents = Incident.ReadAll(file ?? PublishedFile);
        return names is null or [] ? incidents
            : incidents.Where(incident => names.Intersect([incident.Name, .. incident.Named]).Any()).ToArray()
                is { Length: > 0 } selected ? selected
            : throw new FormatException($"No incident is called {string.Join(" or ", names)}, and no alert of one. "
                + $"Known incidents: {string.Join(", ", incidents.Select(incident => incident.Name))}.");
    }
}

/// <summary>The alerts that fired during an incident, compared with those that it should cause.</summary>
internal sealed record DrillRow(
    string Incident, IReadOnlyList<string> Named, string Result, double? FoundAfterS, IReadOnlyList<string> Fired,
    double? GoodShare)
{
    public const string Silent = "silent";
    public bool IsFound => Result is "found" or "quiet";

    public static DrillRow Create(
        Incident incident, double? foundAfterS, IReadOnlyCollection<string> fired, double? goodShare) => new(
        incident.Name, incident.Named,
        fired.Intersect(incident.Not).Any() ? "forbidden alert"
            : incident.Named is [] ? fired.Count is 0 ? "quiet" : "false alarm"
            : foundAfterS is not null ? "found" : fired.Count is 0 ? Silent : "wrong name",
        foundAfterS, [.. fired.Order()], goodShare);
}
