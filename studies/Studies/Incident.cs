namespace Studies.Studies;

/// <summary>The file with the incidents of a drill, in YAML. prometheus/drill.md describes it.</summary>
internal sealed record IncidentFile(int Version, IReadOnlyList<Incident> Incidents);

/// <summary>Something that goes wrong while callers send the ordinary load, and the alerts that must say so.</summary>
internal sealed record Incident
{
    private const int CurrentVersion = 1;

    public required string Name { get; init; }
    public required string Sentence { get; init; }
    public Callers Load { get; init; } = Callers.Ordinary;

    /// <summary>Environment variables with which the services already run when the incident begins.</summary>
    public Dictionary<string, JsonElement> FrontEnd { get; init; } = [];
    public Dictionary<string, JsonElement> BackEnd { get; init; } = [];

    public required IReadOnlyList<IncidentStep> Steps { get; init; }

    /// <summary>The alerts of which one must fire. Empty if none at all may fire.</summary>
    public required IReadOnlyList<string> Named { get; init; }
    public IReadOnlyList<string> Not { get; init; } = [];

    public static IReadOnlyList<Incident> ReadAll(string path)
    {
        var file = StrictYaml.Read<IncidentFile>(path, File.ReadAllText(path));
        return FindErrors(file).FirstOrDefault() is { } error
            ? throw new FormatException($"{path}: {error}") : file.Incidents;
    }

    private static IEnumerable<string> FindErrors(IncidentFile file)
    {
        var rules = File.ReadAllText(ProgramLocator.GetPath("prometheus", "rules", "alerts.yml"));
        string[] alerts = [.. Regex.Matches(rules, "- alert: (\\w+)").Select(alert => alert.Groups[1].Value)];
        if (file.Version != CurrentVersion)
            yield return $"Unknown version {file.Version}. Known version: {CurrentVersion}.";
        if (file.Incidents is [] || file.Incidents.DistinctBy(incident => incident.Name).Count() < file.Incidents.Count)
            yield return "incidents needs one or more incidents, each with a name of its own.";
        foreach (var incident in file.Incidents)
        {
            foreach (var alert in incident.Named.Concat(incident.Not).Except(alerts))
                yield return $"{incident.Name}: unknown alert '{alert}'. Known alerts: {string.Join(", ", alerts)}.";
            if (incident.Steps is [])
                yield return $"{incident.Name}: steps needs one or more steps.";
            if (incident.Load.FindError() is { } wrong)
                yield return $"{incident.Name}: load: {wrong}";
            foreach (var (index, step) in incident.Steps.Index())
            {
                if (step.FindError() is { } error)
                    yield return $"{incident.Name}: step {index + 1}: {error}";
            }
        }
    }
}

internal enum Tier
{
    FrontEnd,
    BackEnd,
}

/// <summary>A building block of an incident. Exactly one of its blocks is set.</summary>
internal sealed record IncidentStep
{
    private static readonly string[] FaultMembers =
    [
        "latencyMs", "latencyShare", "bodyDelayMs", "bytesPerSecond", "errorShare", "errorStatus", "cutBeforeShare",
        "cutWithinShare", "cpuMs", "memoryMb", "notReady",
    ];

    /// <summary>When the step is made, in seconds after the start of the incident.</summary>
    public double AfterS { get; init; }

    /// <summary>The environment variables of a service that is restarted.</summary>
    public Dictionary<string, JsonElement> Settings { get; init; } = [];

    public Dictionary<string, JsonElement>? Fault { get; init; }
    public Tier? Stop { get; init; }
    public Tier? Kill { get; init; }
    public Tier? Pause { get; init; }
    public Tier? Restart { get; init; }

    public Callers? Callers { get; init; }

    /// <summary>Connections that send nothing.</summary>
    public int? Connections { get; init; }

    /// <summary>The cores that a neighbour keeps busy.</summary>
    public int? Neighbour { get; init; }

    public string? FindError()
    {
        object?[] blocks = [Fault, Stop, Kill, Pause, Restart, Callers, Connections, Neighbour];
        return blocks.Count(block => block is not null) is not 1
            ? "needs exactly one of fault, stop, kill, pause, restart, callers, connections and neighbour."
            : Settings.Count > 0 && Restart is null ? "settings need restart."
            : AfterS is < 0 or >= 60 ? "after_s must be at least 0 and less than 60."
            : Fault?.Keys.Except(FaultMembers).FirstOrDefault() is { } unknown
                ? $"unknown fault '{unknown}'. Known faults: {string.Join(", ", FaultMembers)}."
            : Neighbour is < 1 or > 64 || Connections is < 1 or > 10_000
                ? "neighbour must be from 1 to 64 cores, and connections at most 10,000."
            : Callers?.FindError();
    }
}

/// <summary>Callers that send a number of requests per second, or one request after the other.</summary>
internal sealed record Callers
{
    public static Callers Ordinary { get; } = new() { Rate = 20 };
    public int Rate { get; init; }
    public int Count { get; init; }
    public IReadOnlyList<string> Paths { get; init; } = ["/api/customer/{id}"];
    public double PatienceS { get; init; } = 30;
    public bool KeepAlive { get; init; } = true;

    public string? FindError() =>
        (Rate > 0) == (Count > 0) || Rate is < 0 or > 5_000 || Count is < 0 or > 5_000
            ? "callers need either a rate or a count, from 1 to 5,000."
        : Paths is [] || Paths.Any(path => !path.StartsWith('/')) ? "paths needs one or more paths that begin with /."
        : PatienceS is <= 0 or > 100 ? "patience_s must be more than 0 and at most 100."
        : null;
}
