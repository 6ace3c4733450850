namespace Experiments.Studies;

/// <summary>
/// Opens connections until no local port is free, in a network namespace that has a thousand ports: with a client for
/// each payload, and in Go with a client that keeps too few idle connections. The port of a closed connection stays in
/// use for a minute, unless the kernel may reuse it after a second (tcp_tw_reuse; 2: on the loopback interface).
/// </summary>
internal sealed class PortExhaustionStudy : StudyCommand
{
    private const string NoReuse = "0";
    private const string PortRange = "20000 20999";
    private const string NetworkSettings = "/proc/sys/net/ipv4";
    private static readonly string[] PortReuseSettings = [NoReuse, "2"];

    private static readonly Frontend[] Frontends =
    [
        .. StudyFiles.ReadCases<Frontend>("port-exhaustion").Where(one => GoPeer.IsGoInstalled || !one.IsGo),
    ];

    private readonly Argument<string[]> _frontends =
        StudyOptions.CreateNames("FRONT-ENDS", "The front-ends", Frontends.Select(one => one.Name));

    public PortExhaustionStudy()
        : base("port-exhaustion",
            "Uses up all ports with a new client for each payload. Runs in a network namespace with a thousand ports.",
            new(1, "The number of times to repeat each measurement.", 1)) => Add(_frontends);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => HasFewPorts ? null
        : TimeSpan.FromSeconds(PortReuseSettings.Length * Select(arguments).Count() * rounds * 10);

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "this study needs Linux, for a network namespace with few ports";

    /// <summary>Whether this program runs in the namespace, for one measurement.</summary>
    private static bool HasFewPorts => ReadSetting("ip_local_port_range") == PortRange;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (HasFewPorts)
        {
            await ExhaustPortsAsync(context, Select(context.Arguments).Single());
            return ExitCode.Success;
        }

        if (!ProgramLocator.IsInstalled("unshare") || await RunInNamespaceAsync(new("true"), NoReuse, context) is not 0)
        {
            Console.WriteLine("  Skipped: this study needs permission to create a network namespace (unshare -n).");
            return ExitCode.Success;
        }

        // Each measurement has a namespace of its own, because not even a server can start where all ports are used up.
        foreach (var (setting, frontend) in
            from setting in PortReuseSettings
            from round in Enumerable.Range(1, context.Rounds)
            from frontend in Select(context.Arguments)
            select (setting, frontend.Name))
        {
            var study = ProgramLocator.CreateStartInfo("Experiments", [Name, frontend, "--out", context.ResultsFolder]);
            if (await RunInNamespaceAsync(study, setting, context) is not ExitCode.Success and var code)
                return code;
        }

        return ExitCode.Success;
    }

    private IEnumerable<Frontend> Select(ParseResult arguments) =>
        Frontends.Where(one => arguments.Selects(_frontends, one.Name));

    private static string ReadSetting(string name) =>
        File.ReadAllText(Path.Combine(NetworkSettings, name)).Trim().Replace('\t', ' ');

    private static Task<int> RunInNamespaceAsync(ProcessStartInfo program, string reuse, StudyContext context) =>
        ProcessRunner.RunAsync(
            NetworkNamespace.Enter(program, $"ip link set lo up && cd {NetworkSettings} "
                + $"&& echo {PortRange} > ip_local_port_range && echo {reuse} > tcp_tw_reuse && cd \"$OLDPWD\""),
            context.Environment.StopToken);

    private static async Task ExhaustPortsAsync(StudyContext context, Frontend frontend)
    {
        var (environment, reuse) = (context.Environment, ReadSetting("tcp_tw_reuse"));
        var backend = await environment.StartBackendAsync();
        var address = frontend.IsGo
            ? await environment.StartGoFrontendAsync(backend, arguments: frontend.Settings)
            : await environment.StartFrontendAsync(backend, settings: frontend.Settings);
        (string, string)[] expected = frontend.UsesUpPorts && reuse is NoReuse ? [("--limit", "errors=100%")] : [];
        var run = (await context.SendAsync(
            "ingestion",
            [
                ("--url", $"{address}"), MonitoredProcesses.MonitorBackend(backend), ("--duration", "5s"),
                ("--connections", $"{frontend.Connections}"), ("--warmup", "0s"),
                ("--name", $"ports-{frontend.Name}-{reuse}"), .. expected,
            ])).ReadResult().SingleVariant;
        var outcomes = string.Join(", ", run.Statuses.Concat(run.TransportErrors)
            .Select(outcome => $"{outcome.Value:#,0} × {outcome.Key}"));
        Console.WriteLine($"  1,000 ports, tcp_tw_reuse={reuse}, client={frontend.Name,-12}{outcomes}\n"
            + $"    {run.Target.ConnectionsOpened:#,0} connections opened, "
            + $"{run.Target.TimeWait:#,0} sockets in TIME_WAIT");
    }

    private sealed record Frontend(string Name, int Connections, bool UsesUpPorts = false, bool IsGo = false)
    {
        public string[] Settings { get; init; } = [];
    }
}
