namespace Studies.Grids;

/// <summary>
/// Starts the processes of a cell: those of rows of the ledger, builds of both services, and other programs of this
/// repository.
/// </summary>
internal sealed class GridServices(TestbedEnvironment environment, GridFile grid, GridCell cell) : IDisposable
{
    private readonly List<TcpRelay> _relays = [];
    private readonly Dictionary<string, (StartedVariant Variant, double ReadyMs)> _started = [];
    private ClaimServices? _claims;
    private Uri? _backend;
    private string[] _settings = [];
    private long _began;

    /// <summary>The median time of a request over the round trip, in milliseconds.</summary>
    public double? RttMs { get; private set; }

    /// <summary>The back-end's address with https; null without.</summary>
    public Uri? SecureBackend => _claims?.Secure;

    /// <summary>Whether a program can be started here, and its build if it is one.</summary>
    public static async Task<(bool CanStart, RuntimeProgram? Build)> FindAsync(
        RunVariant variant, CancellationToken stop)
    {
        var build = RuntimeBuild.All.SingleOrDefault(one => one.Name == variant.Program.Split(' ')[^1]);
        RuntimeCache[] caches = build is null ? [] : variant.Program.Contains(' ')
            ? [GetCache("BackendApi", RunVariant.BackEnd), GetCache("FrontendApi", RunVariant.FrontEnd)]
            : [RuntimeCache.Default];
        RuntimeProgram? program = null;
        foreach (var cache in caches)
            program = program?.Reason is null ? await cache.GetAsync(build!, stop) : program;
        var reason = program?.Reason
            ?? (variant.Program is RunVariant.IngestGo && !GoPeer.IsGoInstalled ? "Go is not installed" : null);
        if (reason is not null)
            Console.WriteLine($"  {variant.Name,-20} cannot be started here: {reason}");
        return (reason is null, program);
    }

    public async Task<(StartedVariant Variant, double ReadyMs)> StartAsync(RunVariant variant, ControlGroup? group)
    {
        // Programs with equal settings are one process, unless the study says otherwise.
        var key = grid.OwnProcesses ? variant.Name
            : string.Join('\n', [variant.Program, .. variant.Settings, .. variant.Variables.Select(one => $"{one}")]);
        if (_started.TryGetValue(key, out var same))
            return same with { Variant = same.Variant with { Variant = variant } };
        if (_claims is null)
            await StartBackendAsync(group);
        _began = Stopwatch.GetTimestamp();
        var (target, backend) = variant.Program.Split(' ') switch
        {
            [RunVariant.FrontEnd, var runtime] => await StartServicesAsync(variant, runtime),
            _ when File.Exists(ProgramLocator.GetAssemblyPath(variant.Program)) =>
                (await environment.StartFrontendAsync(_backend!, variant.Program, variant.Settings), _backend!),
            _ => await StartUsualAsync(variant),
        };
        return _started[key] =
            (new StartedVariant(variant, target, backend), Stopwatch.GetElapsedTime(_began).TotalMilliseconds);
    }

    public void Dispose()
    {
        foreach (var relay in _relays)
            relay.Dispose();
    }

    private async Task<(Uri Target, Uri Backend)> StartUsualAsync(RunVariant variant)
    {
        var settings = _settings.Concat(variant.Settings).Select(setting => setting
            .Replace("{back-end}", $"{_backend}", StringComparison.Ordinal)
            .Replace("{port}", $"{FreePort.FindAddress().Port}", StringComparison.Ordinal));
        var started = await _claims!.StartAsync(variant with { Settings = [.. settings] });
        return (started.Target, started.Backend);
    }

    private async Task<(Uri Target, Uri Backend)> StartServicesAsync(RunVariant variant, string runtime)
    {
        var build = RuntimeBuild.All.Single(one => one.Name == runtime);
        var http2 = FreePort.FindAddress();
        var backend = await StartAsync(
            RunVariant.BackEnd, "BackendApi", [$"--Http2:Port={http2.Port}", .. grid.BackEnd]);
        _began = Stopwatch.GetTimestamp();
        var target = await StartAsync(RunVariant.FrontEnd, "FrontendApi",
            [$"--Backend:BaseAddress={backend}", $"--Backend:Http2Address={http2}", .. variant.Settings]);
        return (target, backend);

        async Task<Uri> StartAsync(string role, string assembly, string[] settings) =>
            await environment.StartProgramAsync(role, assembly, (await GetCache(assembly, role)
                .GetAsync(build, environment.StopToken)).CreateStartInfo(settings));
    }

    private static RuntimeCache GetCache(string assembly, string role) =>
        RuntimeCache.OfService(assembly, $"{role.Replace("-", "", StringComparison.Ordinal)}-api");

    private async Task StartBackendAsync(ControlGroup? group)
    {
        var http2 = FreePort.FindAddress();
        _claims = new ClaimServices(environment, new ClaimRun
        {
            Figure = RunFigure.Own,
            Tls = grid.Tls,
            BackEnd = grid.Http2 ? [$"--Http2:Port={http2.Port}", .. grid.BackEnd] : grid.BackEnd,
        })
        {
            Quota = group,
        };
        var started = await _claims.StartAsync(new() { Name = RunVariant.BackEnd, Program = RunVariant.BackEnd });
        _backend = started.Backend;
        if (cell.GetNumber("rtt") is not { } rtt)
        {
            _settings = grid.Http2 ? [$"--Backend:Http2Address={http2}"] : [];
            return;
        }

        var distant = AddRelay(_backend, rtt);
        _settings = [$"--Backend:BaseAddress={distant}", $"--Backend:Http2Address={AddRelay(http2, rtt)}"];
        RttMs = await GridDistance.MeasureAsync(new Uri(distant, "/health/live"), rtt, environment.StopToken);
    }

    private Uri AddRelay(Uri service, double rtt)
    {
        _relays.Add(new TcpRelay(service, oneWay: TimeSpan.FromMilliseconds(rtt / 2)));
        return _relays[^1].Address;
    }
}
