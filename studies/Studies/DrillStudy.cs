namespace Studies.Studies;

/// <summary>Causes the incidents of a file under load, and scores if the right alerts fire, and how soon.</summary>
internal sealed class DrillStudy : StudyCommand
{
    private const double RequiredShare = 0.9;
    private static readonly string PublishedFile = ProgramLocator.GetPath("prometheus", "incidents.yaml");

    private readonly Option<FileInfo> _file = new Option<FileInfo>("--incidents")
    {
        Description = "The file with the incidents (prometheus/drill.md). [default: prometheus/incidents.yaml]",
        HelpName = "FILE",
    }.AcceptExistingOnly();

    private readonly Option<int> _times =
        StudyOptions.CreateNumber("--times", "How often to cause each incident.", 1, 1, 1_000);

    private readonly Argument<string[]> _names = new("NAME")
    {
        Description = "Incidents to cause: their names, or those of the alerts that must find them. [default: all]",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public DrillStudy()
        : base("drill", "Causes incidents under load and scores which of them the alerts find and name.", rounds: null)
    {
        Add(_names);
        Add(_file);
        Add(_times);
    }

    // Each incident takes about two minutes, and the first one begins after two and a half.
    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromMinutes(2.5 + (2 * Select(arguments).Count()));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        await using var drill = new Drill(context.Environment);
        var rows = new List<DrillRow>();
        foreach (var incident in Select(context.Arguments))
        {
            await drill.PrepareAsync(incident);
            var row = await drill.RunAsync(incident);
            rows.Add(row);
            Console.WriteLine($"  {(row.IsFound ? '✓' : '✗')} {row.Incident}: {row.Result}, "
                + $"{row.GoodShare:P1} good, alerts: {(row.Fired is [] ? "none" : string.Join(", ", row.Fired))}");
        }

        context.Write(Name, rows, 4,
            ("incident", row => row.Incident),
            ("one of", row => row.Named is [] ? "none" : string.Join(' ', row.Named)),
            ("result", row => row.Result), ("fired", row => string.Join(' ', row.Fired)),
            ("found after s", row => row.FoundAfterS), ("good share", row => row.GoodShare));
        var (found, checks) = (rows.Count(row => row.IsFound), new CheckReporter());
        checks.Add(found >= RequiredShare * rows.Count,
            $"{found} of {rows.Count} incidents caused the right alerts, and "
            + $"{rows.Count(row => row.Result is DrillRow.Silent)} should have caused one but did not "
            + $"(required: {RequiredShare})");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    /// <exception cref="FormatException">The file is wrong, or has none of the names.</exception>
    private IEnumerable<Incident> Select(ParseResult arguments)
    {
        var incidents = Incident.ReadAll(arguments.GetValue(_file)?.FullName ?? PublishedFile);
        Incident[] selected = arguments.GetValue(_names) is not { Length: > 0 } names ? [.. incidents]
            : [.. incidents.Where(incident => names.Intersect([incident.Name, .. incident.Named]).Any())];
        var times = arguments.GetRequiredValue(_times);
        return selected is not [] ? selected.SelectMany(incident => Enumerable.Repeat(incident, times))
            : throw new FormatException("These are neither names of incidents nor of alerts that must find one. "
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
