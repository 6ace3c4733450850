namespace Experiments.LoadTool;

/// <summary>
/// A command line of the load tool. It consists of the options of the study and the options that the user gave to the
/// study, which replace options of the study with the same name.
/// </summary>
internal sealed record LoadCommand(string Subcommand, string Folder)
{
    /// <summary>Values of --metric, which only this repository's services have. A scenario names its own.</summary>
    private static readonly string[] MetricOptionValues =
    [
        "pool-threads=thread_pool_threads_peak", "pool-queue=thread_pool_queue_peak",
        "memory=process_memory_peak_bytes", "anonymous-memory=process_memory_anonymous_bytes",
        "time-wait=tcp_time_wait_sockets",
    ];

    /// <summary>Options that can be given several times: by the study and by the user.</summary>
    private static readonly HashSet<string> RepeatableOptions = ["--limit", "--metric", "--monitor", "--pass"];

    private static readonly Dictionary<string, string> LongOptionNames = new()
    {
        ["-c"] = "--connections",
        ["-n"] = "--count",
        ["-N"] = "--duration",
        ["-u"] = "--url",
    };

    public string? Scenario { get; init; }
    /// <summary>The services of ab.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    public IReadOnlyList<(string Name, string Value)> Options { get; init; } = [];

    public IReadOnlyList<string> UserOptions { get; init; } = [];

    /// <summary>The file to which the load tool writes the events of the run; null for none.</summary>
    public string? Events { get; init; }

    public IReadOnlyList<string> ToArguments()
    {
        var given = UserOptions.Select(GetLongName).ToHashSet();
        (string Name, string Value)[] options =
        [
            .. Options, ("--out", Folder), .. Events is null ? [] : new[] { ("--events", Events) },
            .. Subcommand is "ab" ? [] : CreateMonitorOption(),
            .. Subcommand is "ab" || Scenario is not null
                ? [] : MetricOptionValues.Select(metric => ("--metric", metric)),
        ];
        return
        [
            Subcommand, .. Scenario is null ? [] : new[] { Scenario }, .. Arguments,
            .. options.Where(option => RepeatableOptions.Contains(option.Name) || !given.Contains(option.Name))
                .SelectMany(option => new[] { option.Name, option.Value }),
            .. UserOptions,
        ];
    }

    // The load tool monitors the target, and compares the numbers of requests that both have counted, unless the
    // requests go to several servers.
    private IEnumerable<(string, string)> CreateMonitorOption() =>
        Options.Count(option => option.Name is "--url") > 1 || Options.Any(option => option.Name is "--requests")
            ? []
            : [("--monitor", "target")];

    private static string GetLongName(string token)
    {
        var name = token.Split('=')[0];
        return LongOptionNames.GetValueOrDefault(name, name);
    }
}
