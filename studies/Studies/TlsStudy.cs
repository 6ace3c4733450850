namespace Studies.Studies;

/// <summary>
/// Compares https with http: on connections that are kept, and with a new connection for each request, to the program
/// that is measured or from the front-end to the back-end. New connections resume a TLS session, or make a whole
/// handshake. What was resumed is read from the bytes that the server sends.
/// </summary>
internal sealed class TlsStudy : StudyCommand
{
    public const string Frontend = "front-end";
    public const string Http = "http";
    private const string Https = "https";
    private const string Whole = "https, no resumption";
    public const string Kept = "kept";
    private const string New = "new";
    public const string NewToBackend = "new to the back-end";

    // With this variable, no version of .NET resumes a session, neither as a client nor as a server.
    private const string NoResumption = "DOTNET_SYSTEM_NET_SECURITY_DISABLETLSRESUME";
    private const int RoundsByStart = 10;
    private const int CountedRequests = 200;
    private const double MinResumedPercent = 90;

    private static readonly string[] Modes = [Http, Https, Whole];

    private readonly Option<string?> _publish = StudyOptions.CreatePublish("tls");

    public TlsStudy()
        : base("tls",
            "Compares https with http: with kept and new connections, resumed or not. Counts the resumed handshakes.",
            new(5, "How often to restart the processes and measure everything.", 1))
    {
        Add(_publish);
        PassUnknownOptionsTo("load compare");
    }

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "SSL_CERT_FILE tells .NET what to trust on Linux only";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(60 + (rounds * 180));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var builds = await RuntimeCache.Default.GetAllAsync(
            RuntimeBuild.All.Where(build => build.Properties is []), context.Environment.StopToken);
        var certificate = context.Environment.TrustCertificate();
        (string, string) trust = ("--tls", $"ca={certificate.AuthorityPath}");
        string[] programs = [Frontend, .. builds.Select(build => build.Build.Name)];
        var cells = (from connections in (string[])[Kept, New, NewToBackend]
                     from program in connections is NewToBackend ? programs[..1] : programs
                     from mode in connections is Kept ? Modes[..2] : Modes
                     select new TlsCell(connections, program, mode)).ToArray();
        var code = ExitCode.Success;
        for (var start = 1; start <= context.Rounds; start++)
        {
            var processes = await StartAsync(context.Environment, certificate, builds);
            foreach (var cell in cells.Where(cell => cell.IsCounted))
                await CountAsync(context, certificate, processes, cell, trust);
            foreach (var isNew in (bool[])[false, true])
            {
                TlsCell[] compared = [.. cells.Where(cell => cell.Connections is New == isNew)];
                var variants = compared.Select(cell => new VariantDefinition(
                    cell.Name, RequestUrls.FormatBaseUrl(processes[(cell.Program, cell.Mode)]), cell.Query));
                var run = await (context with { Rounds = RoundsByStart, Starts = context.Rounds, StartNumber = start })
                    .CompareAsync(null,
                    [
                        ("--url", RequestUrls.GetRandomCustomerUrl(processes[(Frontend, Http)])),
                        ("--vary", VariantDefinition.Format(variants)), ("--baseline", compared[0].Name), trust,
                        ("--connections", "4"), ("--warmup", "3s"), ("--slice", "0.25s"), ("--slice-warmup", "0.1s"),
                        MonitoredProcesses.MonitorBackend(processes[("", Http)]), ("--name", $"{Name}-{start}"),
                        .. isNew ? new[] { ("--header", "Connection: close") } : [],
                    ]);
                var result = run.ReadResult();
                code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
                foreach (var cell in compared)
                    cell.Starts.Add(result.GetVariant(cell.Name));
            }

            foreach (var process in processes.Where(one => one.Key is not ("", Https)).Reverse())
                await context.Environment.StopAsync(process.Value);
        }

        TlsRow[] rows =
        [
            .. cells.Select(cell => TlsRow.Create(cell, cells.Single(one =>
                (one.Connections, one.Program, one.Mode) == (cell.Connections, cell.Program, Http)))),
        ];
        StudyFiles.Write(
            context.GetFolder(_publish, "tls"), Name, rows, 3, context.Arguments.GetValue(_publish),
            ("connections", row => row.Connections), ("program", row => row.Program), ("mode", row => row.Mode),
            ("resumed %", row => row.ResumedPercent), ("handshake ms", row => row.HandshakeMs),
            ("req/s", row => row.Rps), ("p50 ms", row => row.P50Ms), ("CPU ms", row => row.CpuMs),
            ("back-end CPU ms", row => row.BackendCpuMs),
            ("req/s × http", row => StudyRatio.Format(row.ThroughputRatio, row.Mode is Http)),
            ("CPU × http", row => StudyRatio.Format(row.CpuRatio, row.Mode is Http)),
            ("10 % more CPU?", row => row.Verdict));
        var checks = new CheckReporter();
        foreach (var cell in cells.Where(cell => cell.IsCounted))
        {
            var (all, percent) = (cell.Handshakes.All, cell.ResumedPercent);
            checks.Add(
                all >= context.Rounds * CountedRequests
                    && (cell.Mode is Whole ? percent is 0 : percent > MinResumedPercent),
                $"{cell.Name}: {TableNumbers.Format(percent)} % of {all} handshakes resumed a session");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : code;
    }

    /// <summary>Starts a back-end, and each program in each mode, in random order.</summary>
    private static async Task<Dictionary<(string Program, string Mode), Uri>> StartAsync(
        TestbedEnvironment environment, DevelopmentCertificate certificate, List<RuntimeProgram> builds)
    {
        var (plain, secure) = (FindAddress(Http), FindAddress(Https));
        var processes = new Dictionary<(string, string), Uri>
        {
            [("", Http)] = await environment.StartBackendAsync(certificate.Variables, $"--urls={plain};{secure}"),
            [("", Https)] = secure,
        };
        var all = builds.Append(null).SelectMany(_ => Modes, (build, mode) => (Build: build, Mode: mode)).ToArray();
        Random.Shared.Shuffle(all);
        foreach (var (build, mode) in all)
        {
            processes[(build?.Build.Name ?? Frontend, mode)] =
                await StartAsync(environment, certificate, build, mode, mode is Http ? plain : secure);
        }

        return processes;
    }

    private static Task<Uri> StartAsync(
        TestbedEnvironment environment, DevelopmentCertificate certificate, RuntimeProgram? build, string mode,
        Uri backend)
    {
        var variables = new Dictionary<string, string>(certificate.Variables)
        {
            [NoResumption] = mode is Whole ? "1" : "0",
        };
        var urls = $"--urls={FindAddress(mode)}";
        if (build is null)
            return environment.StartFrontendAsync(backend, variables, urls);
        var program = build.CreateStartInfo(backend);
        program.ArgumentList.Add(urls);
        foreach (var (name, value) in variables)
            program.Environment[name] = value;
        return environment.StartProgramAsync("aggregator", build.Build.Name, program);
    }

    // A name and no number: .NET resumes sessions by the name of the server.
    private static Uri FindAddress(string mode) =>
        new($"{(mode is Http ? Http : Https)}://localhost:{FreePort.FindAddress().Port}");

    /// <summary>Counts the handshakes of requests that come through a relay, or whose calls do.</summary>
    private static async Task CountAsync(
        StudyContext context, DevelopmentCertificate certificate, Dictionary<(string, string), Uri> processes,
        TlsCell cell, (string, string) trust)
    {
        var isBehind = cell.Connections is NewToBackend;
        using var relay = new TcpRelay(processes[isBehind ? ("", Https) : (cell.Program, cell.Mode)], cell.Handshakes);
        var target = isBehind
            ? await StartAsync(context.Environment, certificate, null, cell.Mode, relay.Address)
            : relay.Address;
        var run = await context.InFolder(Path.Combine(context.ResultsFolder, "handshakes")).SendAsync(null,
        [
            ("--url", RequestUrls.GetRandomCustomerUrl(target, cell.Query?.Insert(0, "?") ?? "")), trust,
            ("--count", $"{CountedRequests}"), ("--connections", "1"), ("--warmup", "0s"),
            .. isBehind ? [] : new[] { ("--header", "Connection: close") },
        ]);
        run.ReadResult();
        if (isBehind)
            await context.Environment.StopAsync(target);
    }
}
