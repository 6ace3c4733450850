namespace Studies.LoadTool;

/// <summary>A command line of the load tool: the study's options, and those of the user, which replace them.</summary>
/// <param name="Verb">The command: run, compare or merge.</param>
/// <param name="Folder">The folder of the result files.</param>
internal sealed record LoadCommand(string Verb, string Folder)
{
    /// <summary>
    /// Names the metrics of this repository's services from which the load tool reads quantities. By itself it knows
    /// only those of .NET and of the Prometheus clients.
    /// </summary>
    private static readonly string[] Metrics =
    [
        "pool-threads=thread_pool_threads_peak", "pool-queue=thread_pool_queue_peak", "memory=process_memory_peak_bytes",
        "anonymous-memory=process_memory_anonymous_bytes", "time-wait=tcp_time_wait_sockets",
    ];

    /// <summary>Options that may be given several times, so that the user's are added to the study's.</summary>
    private static readonly HashSet<string> Repeatable = ["--metric", "--monitor", "--reconcile", "--pass"];

    private static readonly Dictionary<string, string> LongNames = new()
    {
        ["-c"] = "--connections", ["-n"] = "--count", ["-N"] = "--duration", ["-u"] = "--url", ["-l"] = "--log",
    };

    /// <summary>The path of a scenario file; null for none.</summary>
    public string? Scenario { get; init; }

    /// <summary>The files that <c>load merge</c> merges.</summary>
    public IReadOnlyList<string> Files { get; init; } = [];

    /// <summary>The options of the study, with their long names.</summary>
    public IReadOnlyList<(string Name, string Value)> Options { get; init; } = [];

    /// <summary>Options for the load tool that the user gave to the study.</summary>
    public IReadOnlyList<string> UserOptions { get; init; } = [];

    public IReadOnlyList<string> ToArguments()
    {
        var given = UserOptions.Select(GetLongName).ToHashSet();
        var options = Options
            .Append(("--out", Folder))
            .Concat(Verb is "merge" ? [] : Metrics.Select(metric => ("--metric", metric)))
            .Where(option => Repeatable.Contains(option.Item1) || !given.Contains(option.Item1))
            .SelectMany(option => (string[])[option.Item1, option.Item2]);
        string[] scenario = Scenario is null ? [] : [Scenario];
        return [Verb, .. scenario, .. Files, .. options, .. UserOptions];
    }

    private static string GetLongName(string token)
    {
        var name = token.Split('=')[0];
        return LongNames.GetValueOrDefault(name, name);
    }
}
