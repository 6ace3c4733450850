namespace Studies.Studies;

/// <summary>
/// Opens connections until no local port is free, in a network namespace that has a thousand ports: with a client for
/// each payload, and in Go with a client that keeps too few idle connections. The port of a closed connection stays in
/// use for a minute, unless the kernel is allowed to reuse it after a second (tcp_tw_reuse; 2 allows it on the loopback
/// interface).
/// </summary>
internal sealed class PortExhaustionStudy : StudyCommand
{
    private const string StudyName = "port-exhaustion";
    private const string GoFewIdle = "go-2-idle";
    private const string GoManyIdle = "go-100-idle";
    private const string NoReuse = "0";
    private const string PortRange = "20000 20999";

    private const string InNamespaceOption = "--in-namespace";
    private const string FrontendOption = "--front-end";
    private static readonly string[] PortReuseSettings = [NoReuse, "2"];

    private static readonly Frontend[] Frontends =
    [
        CreateDotnet("shared", usesUpPorts: false),
        CreateDotnet("per-request", usesUpPorts: true),
        .. GoPeer.IsGoInstalled
            ? (Frontend[])
            [
                new(GoFewIdle, 100, UsesUpPorts: true,
                    (services, backend) => services.StartGoFrontendAsync(backend, GoSettings.FewIdle)),
                new(GoManyIdle, 100, UsesUpPorts: false,
                    (services, backend) => services.StartGoFrontendAsync(backend)),
            ]
            : [],
    ];

    // These options are passed only to the copy of this program that runs in the network namespace.
    private readonly Option<string?> _inNamespace = new(InNamespaceOption) { Hidden = true };
    private readonly Option<string?> _frontend = new(FrontendOption) { Hidden = true };

    public PortExhaustionStudy()
        : base(StudyName,
            "Uses up all ports with a new client for each payload. Runs in a network namespace with a thousand ports.",
            new(1, "The number of times to repeat each measurement.", 1))
    {
        Add(_inNamespace);
        Add(_frontend);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        arguments.GetValue(_inNamespace) is null
            ? TimeSpan.FromSeconds(PortReuseSettings.Length * Frontends.Length * rounds * 10)
            : null;

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "this study needs Linux, for a network namespace with few ports";

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (context.Arguments.GetValue(_inNamespace) is { } reuse)
        {
            var name = context.Arguments.GetValue(_frontend);
            await ExhaustPortsAsync(context, reuse, Frontends.Single(frontend => frontend.Name == name));
            return ExitCode.Success;
        }

        if (!await CanCreateNamespaceAsync(context))
        {
            Console.WriteLine("  Skipped: this study needs permission to create a network namespace (unshare -n).");
            return ExitCode.Success;
        }

        // Each measurement has a namespace of its own, because not even a server can start where all ports are used up.
        var measurements =
            from setting in PortReuseSettings
            from round in Enumerable.Range(1, context.Rounds)
            from frontend in Frontends
            select (setting, frontend.Name);
        foreach (var (setting, frontend) in measurements)
        {
            var code = await ProcessRunner.RunAsync(
                RunInNamespace(
                    ProgramLocator.CreateStartInfo(
                        "Studies",
                        [
                            StudyName, InNamespaceOption, setting, FrontendOption, frontend,
                            "--out", context.ResultsFolder,
                        ]),
                    setting),
                context.Environment.StopToken);
            if (code is not ExitCode.Success)
                return code;
        }

        return ExitCode.Success;
    }

    private static async Task<bool> CanCreateNamespaceAsync(StudyContext context) =>
        ProgramLocator.IsInstalled("unshare")
        && await ProcessRunner.RunAsync(
            RunInNamespace(new ProcessStartInfo("true"), PortReuseSettings[0]), context.Environment.StopToken) is 0;

    private static ProcessStartInfo RunInNamespace(ProcessStartInfo program, string reuse) => NetworkNamespace.Enter(
        program,
        $"ip link set lo up && cd /proc/sys/net/ipv4 && echo {PortRange} > ip_local_port_range "
        + $"&& echo {reuse} > tcp_tw_reuse && cd \"$OLDPWD\"");

    private static async Task ExhaustPortsAsync(StudyContext context, string reuse, Frontend frontend)
    {
        var backend = await context.Environment.StartBackendAsync();
        var address = await frontend.StartAsync(context.Environment, backend);
        (string, string)[] expected = frontend.UsesUpPorts && reuse is NoReuse ? [("--limit", "errors=502")] : [];
        var run = await context.SendAsync(
            "ingestion",
            [
                ("--url", $"{address}"), MonitoredProcesses.MonitorBackend(backend), ("--duration", "5s"),
                ("--connections", $"{frontend.Connections}"), ("--warmup", "0s"),
                ("--name", $"ports-{frontend.Name}-{reuse}"),
                .. expected,
            ]);
        PrintResult(reuse, frontend.Name, run.ReadResult().SingleVariant);
    }

    private static Frontend CreateDotnet(string client, bool usesUpPorts) => new(
        client, 10, usesUpPorts, (services, backend) => services.StartFrontendAsync(
            backend, settings: [$"--Client:Lifetime={client}", "--Client:Mode=async"]));

    private static void PrintResult(string reuse, string client, VariantResult run)
    {
        var outcomes = string.Join(", ", run.Outcomes.Select(outcome => $"{outcome.Value:#,0} × {outcome.Key}"));
        Console.WriteLine($"  1,000 ports, tcp_tw_reuse={reuse}, client={client,-12}{outcomes}\n"
            + $"    {run.Target.ConnectionsOpened:#,0} connections opened, "
            + $"{run.Target.TimeWait:#,0} sockets in TIME_WAIT");
    }

    private sealed record Frontend(
        string Name, int Connections, bool UsesUpPorts, Func<TestbedEnvironment, Uri, Task<Uri>> StartAsync);
}
