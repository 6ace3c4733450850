using Experiments.Claims.Catalog;

namespace Experiments.Grids;

/// <summary>Starts the processes of a cell: those of ledger rows, builds of both services, other programs.</summary>
internal sealed class GridServices(
    TestbedEnvironment environment, GridFile grid, GridCell cell, ControlGroup? group) : IDisposable
{
    private const string BackEnd = "BackendApi";
    private const string FrontEnd = "FrontendApi";
    private const int RequestsOverDistance = 21;

    // How far a round trip may be from the one that was asked for. A request takes some tenths of a millisecond itself.
    private const double AllowedMs = 1;
    private const double AllowedShare = 0.1;
    private readonly List<TcpRelay> _relays = [];
    private readonly Dictionary<string, (StartedVariant Variant, double ReadyMs)> _started = [];
    private ClaimServices? _claims;
    private Uri? _backend;
    private string[] _settings = [];
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
        // Programs with equal settings are one process, unless the study says otherwise.
        var key = grid.OwnProcesses ? variant.Name
            : string.Join('\n', [variant.Program, .. variant.Settings, .. variant.Variables.Select(one => $"{one}")]);
        if (_started.TryGetValue(key, out var same))
            return same with { Variant = same.Variant with { Variant = variant } };
        if (_claims is null)
            await StartBackendAsync();
        _began = Stopwatch.GetTimestamp();
        var (target, backend) = variant.Program.Split(' ') switch
        {
            [RunVariant.FrontEnd, var build] => await StartServicesAsync(variant, build),
            _ when File.Exists(ProgramLocator.GetAssemblyPath(variant.Program)) =>
                (await environment.StartServiceAsync(RunVariant.FrontEnd, variant.Program,
                    [$"--Backend:BaseAddress={_backend}", .. variant.Settings]), _backend!),
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
            .Replace("{back-end}", $"{_backend}", StringComparison.Ordinal));
        var started = await _claims!.StartAsync(variant with { Settings = [.. settings] });
        return (started.Target, started.Backend);
    }

    private async Task<(Uri Target, Uri Backend)> StartServicesAsync(RunVariant variant, string build)
    {
        var http2 = FreePort.FindAddress();
        var backend = await StartAsync(RunVariant.BackEnd, BackEnd, [$"--Http2:Port={http2.Port}", .. grid.BackEnd]);
        _began = Stopwatch.GetTimestamp();
        return (await StartAsync(RunVariant.FrontEnd, FrontEnd,
            [$"--Backend:BaseAddress={backend}", $"--Backend:Http2Address={http2}", .. variant.Settings]), backend);

        async Task<Uri> StartAsync(string role, string assembly, string[] settings) =>
            await environment.StartProgramAsync(role, assembly, (await RuntimeProgram.PublishAsync(
                assembly, build, environment.StopToken)).CreateStartInfo(settings));
    }

    private async Task StartBackendAsync()
    {
        var run = new ClaimRun
        {
            Figure = RunFigure.Own,
            Http2 = grid.Http2,
            Tls = grid.Tls,
            BackEnd = grid.BackEnd,
        };
        _claims = new ClaimServices(environment, run) { Quota = group };
        var started = await _claims.StartAsync(new() { Name = RunVariant.BackEnd, Program = RunVariant.BackEnd });
        _backend = started.Backend;
        if (cell.GetNumber("rtt") is not { } rtt)
            return;
        var distant = AddRelay(_backend, rtt);
        _settings = [$"--Backend:BaseAddress={distant}", $"--Backend:Http2Address={AddRelay(_claims.Http2!, rtt)}"];
        RttMs = await MeasureAsync(new Uri(distant, "/health/live"), rtt);
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

    private Uri AddRelay(Uri service, double rtt)
    {
        _relays.Add(new TcpRelay(service, oneWay: TimeSpan.FromMilliseconds(rtt / 2)));
        return _relays[^1].Address;
    }
}
