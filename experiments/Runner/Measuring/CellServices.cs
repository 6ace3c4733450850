namespace Experiments.Measuring;

/// <summary>Starts the processes of a cell: services, builds of both of them, other programs, and a distance.</summary>
internal sealed class CellServices(TestbedEnvironment environment, Experiment experiment, Cell cell) : IAsyncDisposable
{
    private const string BackEnd = "BackendApi";
    private const string FrontEnd = "FrontendApi";
    private const int RequestsOverDistance = 21;
    private const int PartSize = 1000;
    private const int RequestsAtOnce = 100;
    private const int ScrapesAfter = 10;

    // How far a round trip may be from the one that was asked for. A request takes some tenths of a millisecond itself.
    private const double AllowedMs = 1;
    private const double AllowedShare = 0.1;
    private readonly List<ServiceProcess> _helpers = [];
    private readonly Dictionary<string, (StartedVariant Variant, double ReadyMs)> _started = [];
    private IReadOnlyDictionary<string, string>? _trust;
    private (Uri Plain, Uri Called, Uri? Http2)? _backend;
    private ServiceProcess? _sink;
    private long _began;

    /// <summary>The median time of a request over the round trip, in milliseconds.</summary>
    public double? RttMs { get; private set; }

    /// <summary>Whether a program can be started here, after it was built.</summary>
    public static async Task<bool> CanStartAsync(RunVariant variant, CancellationToken stop)
    {
        var build = variant.Program.Split(' ')[^1];
        string[] assemblies = RuntimeBuild.All.All(one => one.Name != build) ? []
            : variant.Program.Contains(' ') ? [BackEnd, FrontEnd] : [RuntimeProgram.Aggregator];
        try
        {
            foreach (var assembly in assemblies)
                await RuntimeProgram.PublishAsync(assembly, build, stop);
            if (variant.Program is RunVariant.IngestGo && !GoPeer.IsGoInstalled)
                throw new StudyException("Go is not installed: the command go is not on the PATH");
            return true;
        }
        catch (StudyException failure)
        {
            Console.WriteLine($"  {variant.Name,-20} cannot be started: {failure.Message}");
            return false;
        }
    }

    public async Task<(StartedVariant Variant, double ReadyMs)> StartAsync(RunVariant variant)
    {
        // Programs with equal settings are one process, unless the experiment says otherwise.
        var key = experiment.OwnProcesses ? variant.Name
            : string.Join('\n', [variant.Program, .. variant.Settings, .. variant.Variables.Select(one => $"{one}")]);
        if (_started.TryGetValue(key, out var same))
            return same with { Variant = same.Variant with { Variant = variant } };
        var (target, backend) = variant switch
        {
            { Program: RunVariant.IngestGo } => await StartGoAsync(variant),
            { Program: RunVariant.BackEnd } when experiment.OwnProcesses || variant.Settings is not [] =>
                await StartBackendOfItsOwnAsync(variant),
            _ when variant.Program.Split(' ') is [RunVariant.FrontEnd, var build] => await StartBuildsAsync(variant, build),
            _ => await StartOverBackendAsync(variant),
        };
        var readyMs = Stopwatch.GetElapsedTime(_began).TotalMilliseconds;
        for (var part = 0; variant.First is { } first && part < experiment.FirstParts; part++)
            await WarmUpAsync(target, first);
        return _started[key] = (new StartedVariant(variant, target, backend), readyMs);
    }

    /// <summary>Whether the traces of the variants that send telemetry have come.</summary>
    public async Task<bool> HasTracesAsync() =>
        _sink is null || long.Parse(await environment.GetAsync(_sink.Address), CultureInfo.InvariantCulture) > 0;

    public async ValueTask DisposeAsync()
    {
        foreach (var helper in _helpers)
            await helper.DisposeAsync();
    }

    private async Task<(Uri Target, Uri Backend)> StartOverBackendAsync(RunVariant variant)
    {
        var (plain, called, http2) = _backend ??= await StartBackendAsync();
        if (variant.Program is RunVariant.BackEnd)
            return (plain, plain);
        string[] settings =
        [
            $"--Backend:BaseAddress={called}", .. http2 is null ? [] : new[] { $"--Backend:Http2Address={http2}" },
            .. variant.Settings.Select(setting => setting.Replace("{back-end}", $"{plain}", StringComparison.Ordinal)),
            .. variant.SendsTelemetry ? await StartSinkAsync() : [],
        ];
        var isFrontEnd = variant.Program is RunVariant.FrontEnd;
        var assembly = isFrontEnd ? FrontEnd : variant.Program;
        var program = File.Exists(ProgramLocator.GetAssemblyPath(assembly))
            ? ServiceProgram.CreateStartInfo(assembly, settings)
            : (await RuntimeProgram.PublishAsync(RuntimeProgram.Aggregator, variant.Program, environment.StopToken))
                .CreateStartInfo(settings);
        program.SetVariables(_trust).SetVariables(variant.Variables);
        _began = Stopwatch.GetTimestamp();
        return (await environment.StartProgramAsync(
            isFrontEnd ? RunVariant.FrontEnd : "aggregator", variant.Name, program), plain);
    }

    private async Task<(Uri Target, Uri Backend)> StartBackendOfItsOwnAsync(RunVariant variant)
    {
        _began = Stopwatch.GetTimestamp();
        var own = await environment.StartBackendAsync([.. experiment.BackEnd, .. variant.Settings]);
        return (own, own);
    }

    private async Task<(Uri Target, Uri Backend)> StartGoAsync(RunVariant variant)
    {
        if (!GoPeer.IsGoInstalled)
            throw new StudyException("Go is not installed here");
        var backend = await environment.StartGoBackendAsync(variant.Variables);
        _began = Stopwatch.GetTimestamp();
        return (await environment.StartGoFrontendAsync(backend, variant.Variables, variant.Settings), backend);
    }

    private async Task<(Uri Target, Uri Backend)> StartBuildsAsync(RunVariant variant, string build)
    {
        var http2 = FreePort.FindAddress();
        var backend = await StartAsync(RunVariant.BackEnd, BackEnd, [$"--Http2:Port={http2.Port}", .. experiment.BackEnd]);
        _began = Stopwatch.GetTimestamp();
        return (await StartAsync(RunVariant.FrontEnd, FrontEnd,
            [$"--Backend:BaseAddress={backend}", $"--Backend:Http2Address={http2}", .. variant.Settings]), backend);

        async Task<Uri> StartAsync(string role, string assembly, string[] settings) =>
            await environment.StartProgramAsync(role, assembly, (await RuntimeProgram.PublishAsync(
                assembly, build, environment.StopToken)).CreateStartInfo(settings));
    }

    private async Task<(Uri Plain, Uri Called, Uri? Http2)> StartBackendAsync()
    {
        if (experiment.Tls)
        {
            _trust = await environment.TrustCertificateAsync();
            // A name and no number: .NET resumes sessions by the name of the server.
            var secure = new Uri($"https://localhost:{FreePort.FindAddress().Port}");
            return (await environment.StartBackendAsync(
                _trust, [$"--urls={FreePort.FindAddress()};{secure}", .. experiment.BackEnd]), secure, null);
        }

        Uri? http2 = experiment.Http2 ? FreePort.FindAddress() : null;
        var plain = await environment.StartBackendAsync(
            [.. http2 is null ? [] : new[] { $"--Http2:Port={http2.Port}" }, .. experiment.BackEnd]);
        if (cell.GetNumber("rtt") is not { } rtt)
            return (plain, plain, http2);
        var distant = await StartRelayAsync(plain, rtt);
        RttMs = await MeasureAsync(new Uri(distant, "/health/live"), rtt);
        return (plain, distant, await StartRelayAsync(http2!, rtt));
    }

    // The load tool reads the metrics with each burst. So their code must be compiled, too, which takes many requests.
    private async Task WarmUpAsync(Uri target, string first)
    {
        for (var sent = 0; sent < PartSize; sent += RequestsAtOnce)
        {
            await Task.WhenAll(Enumerable.Range(0, RequestsAtOnce)
                .Select(_ => environment.GetAsync(new(target, first))));
            for (var scrape = 0; scrape < ScrapesAfter; scrape++)
                await environment.ReadMetricsAsync(target);
        }

        await Task.Delay(TimeSpan.FromSeconds(experiment.FirstPauseS), environment.StopToken);
    }

    /// <summary>Measures the median time of a request on an open connection, in milliseconds.</summary>
    /// <exception cref="StudyException">It is too far from the round trip.</exception>
    private async Task<double> MeasureAsync(Uri address, double rtt)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        var times = new List<double>();
        // The first one opens the connection.
        for (var request = 0; request <= RequestsOverDistance; request++)
        {
            var began = Stopwatch.GetTimestamp();
            await http.GetByteArrayAsync(address, environment.StopToken);
            times.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
        }

        var median = times.Skip(1).Median();
        return Math.Abs(median - rtt) <= AllowedMs + (AllowedShare * rtt) ? median : throw new StudyException(
            $"A request over a round trip of {rtt} ms takes {TableNumbers.Format(median)} ms. "
            + $"At most {AllowedMs} ms plus {AllowedShare:P0} of difference are allowed. Is the machine busy?");
    }

    private async Task<Uri> StartRelayAsync(Uri service, double rtt) =>
        (await StartHelperAsync(RelayCommand.Relay, $"{service}", $"{rtt / 2}")).Address;

    private async Task<string[]> StartSinkAsync()
    {
        _sink ??= await StartHelperAsync(RelayCommand.Sink);
        return [$"--OTEL_EXPORTER_OTLP_ENDPOINT={_sink.Address}", "--OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf"];
    }

    // This process sends the load, and does nothing else meanwhile.
    private async Task<ServiceProcess> StartHelperAsync(string command, params string[] arguments)
    {
        var helper = await ServiceProcess.StartAsync(
            ProgramLocator.CreateStartInfo("Experiments", [command, ServiceProcess.PortPlaceholder, .. arguments]),
            new ServiceOptions { Name = command }, environment.StopToken);
        _helpers.Add(helper);
        return helper;
    }
}
