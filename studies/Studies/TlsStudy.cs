namespace Studies.Studies;

/// <summary>
/// Compares https with http: on connections that are kept, and with a new connection for each request, to the program
/// that is measured or from the front-end to the back-end. New connections resume a TLS session, or make a whole
/// handshake. What was resumed is read from the bytes that the server sends.
/// </summary>
internal sealed class TlsStudy : StudyCommand
{
    private const string Frontend = "front-end";
    private const string Http = "http";
    private const string Https = "https";
    private const string Whole = "https, no resumption";
    private const string Kept = "kept";
    private const string New = "new";
    private const string NewToBackend = "new to the back-end";

    // With this variable, no version of .NET resumes a session, neither as a client nor as a server.
    private const string NoResumption = "DOTNET_SYSTEM_NET_SECURITY_DISABLETLSRESUME";

    private const int CountedRequests = 200;
    private const double MinResumedPercent = 90;

    /// <summary>The smallest difference of CPU time that matters, as a ratio.</summary>
    private const double Margin = 1.1;

    private static readonly string[] Modes = [Http, Https, Whole];

    private readonly Option<string?> _publish = new("--publish")
    {
        Description = "Write the result for docs/tls.md, with these words on the state of the machine.",
    };

    public TlsStudy()
        : base("tls",
            "Compares https with http: with kept and new connections, resumed or not. Counts the resumed handshakes.",
            new(10, "How often to start the processes anew and to measure everything.", 1))
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
        var cells = GetCells([Frontend, .. builds.Select(build => build.Build.Name)]).ToDictionary(
            cell => cell, _ => (Handshakes: new HandshakeCounter(), Starts: new List<VariantResult>()));
        var isInvalid = false;
        for (var start = 1; start <= context.Rounds; start++)
        {
            Console.WriteLine($"  start {start} of {context.Rounds}");
            var processes = await StartAsync(context.Environment, certificate, builds);
            foreach (var (cell, (handshakes, _)) in cells.Where(one => IsCounted(one.Key)))
                await CountAsync(context, certificate, processes, cell, handshakes);
            foreach (var isNew in (bool[])[false, true])
            {
                Cell[] compared = [.. cells.Keys.Where(cell => cell.Connections is New == isNew)];
                var run = await CompareAsync(context, certificate, processes, compared, start);
                var result = run.ReadResult();
                isInvalid |= run.ToolExitCode is ExitCode.Invalid;
                foreach (var cell in compared)
                    cells[cell].Starts.Add(result.GetVariant(cell.Name));
            }

            foreach (var process in processes.Values.Reverse())
                await context.Environment.StopAsync(process);
        }

        Row[] rows = [.. cells.Select(cell => Row.Create(
            cell.Key, IsCounted(cell.Key) ? cell.Value.Handshakes : null, cell.Value.Starts,
            cells[cell.Key with { Mode = Http }].Starts))];
        var note = context.Arguments.GetValue(_publish);
        StudyFiles.Write(
            note is null ? context.ResultsFolder : ProgramLocator.GetPath("docs/results/tls"), Name, rows, 3, note,
            ("connections", row => row.Connections), ("program", row => row.Program), ("mode", row => row.Mode),
            ("resumed %", row => row.ResumedPercent), ("handshake ms", row => row.HandshakeMs),
            ("req/s", row => row.Rps), ("p50 ms", row => row.P50Ms), ("CPU ms", row => row.CpuMs),
            ("back-end CPU ms", row => row.BackendCpuMs),
            ("req/s × http", row => StudyRatio.Format(row.ThroughputRatio, row.Mode is Http)),
            ("CPU × http", row => StudyRatio.Format(row.CpuRatio, row.Mode is Http)),
            ("10 % more CPU?", row => row.Verdict));
        var checks = new CheckReporter();
        foreach (var row in rows.Where(row => row.Handshakes is not null))
        {
            checks.Add(
                row.Handshakes >= context.Rounds * CountedRequests
                    && (row.Mode is Whole ? row.ResumedPercent is 0 : row.ResumedPercent > MinResumedPercent),
                $"{row.Program}, connections {row.Connections}, {row.Mode}: {TableNumbers.Format(row.ResumedPercent)} % "
                + $"of {row.Handshakes} handshakes resumed a session");
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : isInvalid ? ExitCode.Invalid : ExitCode.Success;
    }

    private static IEnumerable<Cell> GetCells(string[] programs) =>
    [
        .. from program in programs from mode in Modes[..2] select new Cell(Kept, program, mode),
        .. from program in programs from mode in Modes select new Cell(New, program, mode),
        .. from mode in Modes select new Cell(NewToBackend, Frontend, mode),
    ];

    private static bool IsCounted(Cell cell) => cell.Connections is not Kept && cell.Mode is not Http;

    /// <summary>Starts a back-end, and each program in each mode, in random order.</summary>
    private static async Task<Dictionary<(string Program, string Mode), Uri>> StartAsync(
        TestbedEnvironment environment, DevelopmentCertificate certificate, List<RuntimeProgram> builds)
    {
        var (plain, secure) = (FindAddress(Http), FindAddress(Https));
        var processes = new Dictionary<(string, string), Uri>
        {
            [("", Http)] = await environment.StartBackendAsync(certificate.Variables, $"--urls={plain};{secure}"),
        };
        processes[("", Https)] = secure;
        var all = builds.Append(null).SelectMany(_ => Modes, (build, mode) => (Build: build, Mode: mode)).ToArray();
        Random.Shared.Shuffle(all);
        foreach (var (build, mode) in all)
        {
            processes[(build?.Build.Name ?? Frontend, mode)] = await StartAsync(
                environment, certificate, build, mode, mode is Http ? plain : secure);
        }

        return processes;
    }

    private static Task<Uri> StartAsync(
        TestbedEnvironment environment, DevelopmentCertificate certificate, RuntimeProgram? build, string mode,
        Uri backend)
    {
        Dictionary<string, string> variables = new(certificate.Variables) { [NoResumption] = mode is Whole ? "1" : "0" };
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

    /// <summary>Counts the handshakes of some requests that come through a relay, or that the front-end sends there.</summary>
    private static async Task CountAsync(
        StudyContext context, DevelopmentCertificate certificate, Dictionary<(string, string), Uri> processes,
        Cell cell, HandshakeCounter handshakes)
    {
        var isBehind = cell.Connections is NewToBackend;
        using var relay = new TcpRelay(processes[isBehind ? ("", Https) : (cell.Program, cell.Mode)], handshakes);
        var target = isBehind
            ? await StartAsync(context.Environment, certificate, null, cell.Mode, relay.Address)
            : relay.Address;
        var run = await context.InFolder(Path.Combine(context.ResultsFolder, "handshakes")).SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(target, cell.Query)), ("--count", $"{CountedRequests}"),
            ("--connections", "2"), ("--warmup", "0s"), ("--tls", $"ca={certificate.AuthorityPath}"),
            ("--header", isBehind ? "X-Connection: kept" : "Connection: close"));
        run.ReadResult();
        if (isBehind)
            await context.Environment.StopAsync(target);
    }

    private Task<LoadRun> CompareAsync(
        StudyContext context, DevelopmentCertificate certificate, Dictionary<(string, string), Uri> processes,
        Cell[] cells, int start)
    {
        var isNew = cells[0].Connections is New;
        var variants = cells.Select(cell => new VariantDefinition(
            cell.Name, RequestUrls.FormatBaseUrl(processes[(cell.Program, cell.Mode)]), cell.Query.TrimStart('?')));
        var options = new List<(string, string)>
        {
            ("--url", RequestUrls.GetRandomCustomerUrl(processes[(cells[0].Program, cells[0].Mode)])),
            ("--vary", VariantDefinition.Format(variants)), ("--baseline", cells[0].Name), ("--connections", "4"),
            ("--rounds", "10"), ("--warmup", "3s"), ("--slice", "0.25s"), ("--slice-warmup", "0.1s"),
            ("--tls", $"ca={certificate.AuthorityPath}"), MonitoredProcesses.MonitorBackend(processes[("", Http)]),
            ("--name", $"{Name}-{(isNew ? New : Kept)}-{start}"), ("--repeat-command", context.RepeatCommand),
        };
        if (isNew)
            options.Add(("--header", "Connection: close"));
        return context.LoadRunner.RunWithoutDisplayAsync(new LoadCommand("compare", context.ResultsFolder)
        {
            Options = options,
            UserOptions = context.UserOptions,
        });
    }

    private sealed record Cell(string Connections, string Program, string Mode)
    {
        public string Name => $"{Program}, {Connections}, {Mode}";

        public string Query => Program is not Frontend ? ""
            : Connections is NewToBackend ? "?client=per-request" : "?client=shared";
    }

    /// <summary>
    /// The figures of one program in one mode. Values are medians of the starts, and ratios have 99 % intervals over
    /// the starts.
    /// </summary>
    private sealed record Row(
        string Connections, string Program, string Mode, int? Handshakes, double? ResumedPercent, double? HandshakeMs,
        double? Rps, double? P50Ms, double? CpuMs, double? BackendCpuMs, StudyRatio? ThroughputRatio,
        StudyRatio? CpuRatio)
    {
        public string Verdict => CpuRatio switch
        {
            null => "",
            { Low: > Margin } => "yes",
            { High: < Margin } => "no",
            _ => "cannot tell",
        };

        public static Row Create(
            Cell cell, HandshakeCounter? handshakes, List<VariantResult> starts, List<VariantResult> http)
        {
            return new(
                cell.Connections, cell.Program, cell.Mode, handshakes?.All, 100.0 * handshakes?.Resumed / handshakes?.All,
                Median(one => one.Timings?.Tls?.P50), Median(one => one.Throughput.Median),
                Median(one => one.Latency.P50), Median(one => one.Target.CpuMs), Median(one => one.Backend.CpuMs),
                Divide(one => one.Throughput.Median), Divide(one => one.Target.CpuMs));

            double? Median(Func<VariantResult, double?> read) => starts.Select(read).OfType<double>().ToArray() is
                { Length: > 0 } values ? TableNumbers.Median(values) : null;

            StudyRatio? Divide(Func<VariantResult, double?> read) => starts == http
                ? null
                : StudyRatio.FromRounds(starts.Zip(http, (one, other) => (read(one), read(other))));
        }
    }
}
