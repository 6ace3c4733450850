namespace Studies.Studies;

/// <summary>A kind of incident that a drill causes.</summary>
internal sealed record Incident(string Name, string Alert, params IReadOnlyList<string> Effects)
{
    public object? Faults { get; private init; }
    public bool KillsBackend { get; private init; }

    /// <summary>The query of additional requests, and how many are sent at the same time; null for none.</summary>
    public (string Query, int Callers)? Traffic { get; private init; }

    public static IReadOnlyList<Incident> All { get; } =
    [
        new("slow back-end", "SlowAnswers") { Faults = new { latencyMs = 300 } },
        new("slow for one call in five", "SlowAnswers") { Faults = new { latencyMs = 500, latencyShare = 0.2 } },
        new("slow bodies", "SlowAnswers") { Faults = new { bytesPerSecond = 2_000 } },
        new("errors of the back-end", "ErrorShare") { Faults = new { errorShare = 0.3, errorStatus = 503 } },
        new("connections cut", "ErrorShare") { Faults = new { cutBeforeShare = 0.1 } },
        new("bodies cut", "ErrorShare") { Faults = new { cutWithinShare = 0.1 } },
        new("busy back-end", "CpuSaturated", "SlowAnswers") { Faults = new { cpuMs = 20 } },
        new("back-end killed", "TierDown", "ErrorShare") { KillsBackend = true },
        new("a client for each request", "ConnectionsChurning") { Traffic = ("client=per-request", 2) },
        new("threads blocked", "PoolStarved", "SlowAnswers", "CpuSaturated")
        {
            Traffic = ("strategy=webclient-sync", 300),
        },
    ];

    /// <summary>An incident for each alert. Drills do not draw the last one: a seed keeps its incidents.</summary>
    public static IReadOnlyDictionary<string, Incident> ByAlert { get; } = All
        .Append(new("breaker opened", "CircuitOpen", "TierDown", "ErrorShare", "SlowAnswers")
        {
            KillsBackend = true,
            Traffic = ("resilience=breaker", 2),
        })
        .DistinctBy(incident => incident.Alert).ToDictionary(incident => incident.Alert);

    /// <summary>Draws incidents, the same ones for the same seed. Each kind comes as often as the others.</summary>
    public static IEnumerable<Incident> Draw(int seed)
    {
        var random = new Random(seed);
        while (true)
        {
            Incident[] kinds = [.. All];
            random.Shuffle(kinds);
            foreach (var kind in kinds)
                yield return kind;
        }
    }
}

/// <summary>The alerts that fired during an incident, compared with those that it should cause.</summary>
internal sealed record DrillRow(
    string Incident,
    string Expected,
    double? FoundAfterS,
    IReadOnlyList<string> Fired,
    IReadOnlyList<string> WrongNames)
{
    public bool IsFound => FoundAfterS is not null && WrongNames.Count is 0;

    public static DrillRow Create(Incident incident, double? foundAfterS, IReadOnlyCollection<string> fired) => new(
        incident.Name, incident.Alert, foundAfterS, [.. fired.Order()],
        [.. fired.Where(alert => alert != incident.Alert && !incident.Effects.Contains(alert)).Order()]);
}
