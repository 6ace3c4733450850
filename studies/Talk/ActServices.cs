namespace Studies.Talk;

/// <summary>Starts the services of an act, and kills or adds some of them during its last run.</summary>
internal sealed class ActServices(TestbedEnvironment environment) : IDisposable
{
    private const string RequestCounter = "http_server_request_duration_seconds_count";
    private static readonly TimeSpan CountInterval = TimeSpan.FromMilliseconds(100);
    private readonly Dictionary<string, Uri> _addresses = [];
    private readonly Dictionary<string, Uri> _http2Addresses = [];
    private readonly Dictionary<string, TcpRelay> _balancers = [];

    public IReadOnlyDictionary<string, Uri> Addresses => _addresses;

    public async Task<Uri> StartAsync(ActService service, IReadOnlyList<string> settings) =>
        _addresses[service.Name] = service.Program switch
        {
            ActProgram.Balancer => StartBalancer(service),
            ActProgram.FrontEnd => await StartFrontendAsync(service, settings),
            _ => await StartBackendAsync(service, settings),
        };

    /// <summary>Kills and adds what the act says, after the first requests of the run.</summary>
    public async Task ChangeAsync(ActFile act, CancellationToken stop)
    {
        if (act.Kill is { AfterS: { } seconds } kill)
        {
            await WaitForRequestsAsync(kill.Service, 1, stop);
            await Task.Delay(TimeSpan.FromSeconds(seconds), stop);
            environment.GetProcess(_addresses[kill.Service]).Kill();
        }

        if (act.Grow is { } grow)
        {
            var first = act.Services.Single(service => service.Name == grow.Balancer).Calls!;
            await WaitForRequestsAsync(first, grow.AfterRequests, stop);
            foreach (var backend in grow.BackEnds)
                _balancers[grow.Balancer].Add(_addresses[backend]);
        }
    }

    public void Dispose()
    {
        foreach (var balancer in _balancers.Values)
            balancer.Dispose();
    }

    private async Task<Uri> StartBackendAsync(ActService service, IReadOnlyList<string> settings)
    {
        if (service.HasPeakMonitor)
            return await environment.StartBackendAsync(PeakMonitor.Variables, settings);
        if (!service.HasHttp2)
            return await environment.StartBackendAsync(settings);
        var (http1, http2) = await environment.StartBackendWithHttp2Async(settings);
        _http2Addresses[service.Name] = http2;
        return http1;
    }

    private Task<Uri> StartFrontendAsync(ActService service, IReadOnlyList<string> settings) =>
        environment.StartFrontendAsync(
            _addresses[service.Calls!],
            settings: _http2Addresses.TryGetValue(service.Calls!, out var http2)
                ? [$"--Backend:Http2Address={http2}", .. settings]
                : settings);

    private Uri StartBalancer(ActService service) =>
        (_balancers[service.Name] = new TcpRelay(_addresses[service.Calls!])).Address;

    private async Task WaitForRequestsAsync(string service, int requests, CancellationToken stop)
    {
        var before = await CountAsync();
        while (await CountAsync() < before + requests)
            await Task.Delay(CountInterval, stop);

        // Probes and readings of the metrics are no requests of the run.
        async Task<double> CountAsync() => (await environment.ReadMetricsAsync(_addresses[service]))
            .Total(RequestCounter, "http_route=\"/api");
    }
}
