using TwoTier.Load.Target;

namespace Experiments.Hosting;

/// <summary>Starts the services of a study, waits until they are ready, and stops them after the study.</summary>
internal sealed class TestbedEnvironment(CancellationToken stop, string? processList = null, bool isQuiet = false)
    : IAsyncDisposable
{
    private readonly CancellationTokenSource _end = CancellationTokenSource.CreateLinkedTokenSource(stop);
    private readonly List<Task> _starting = [];
    private readonly List<ServiceProcess> _services = [];

    /// <summary>The only CPU core on which the services run; null for all.</summary>
    public int? Core { get; set; }

    public HttpClient Http { get; private set; } = new(new SocketsHttpHandler { UseProxy = false });

    public CancellationToken StopToken => stop;

    /// <summary>Makes the requests of this program trust the authority of the certificate, and no other one.</summary>
    /// <returns>The variables with which a service uses it.</returns>
    public async Task<IReadOnlyDictionary<string, string>> TrustCertificateAsync()
    {
        await DevelopmentCertificate.MakeAsync(stop);
        Http.Dispose();
        Http = DevelopmentCertificate.CreateClient();
        return DevelopmentCertificate.Variables;
    }

    public Task<Uri> StartBackendAsync(params IEnumerable<string> settings) => StartBackendAsync(null, settings);

    public Task<Uri> StartBackendAsync(
        IReadOnlyDictionary<string, string>? variables, params IEnumerable<string> settings) =>
        StartProgramAsync("back-end", "BackendApi", ServiceProgram.CreateStartInfo("BackendApi", settings, variables));

    public Task<Uri> StartFrontendAsync(
        Uri backend, IReadOnlyDictionary<string, string>? variables = null, params IEnumerable<string> settings) =>
        StartProgramAsync("front-end", "FrontendApi", ServiceProgram.CreateStartInfo(
            "FrontendApi", [$"--Backend:BaseAddress={backend}", .. settings], variables));

    public async Task<Uri> StartGoBackendAsync(IReadOnlyDictionary<string, string>? variables = null) =>
        await StartProgramAsync(
            "Go back-end", GoPeer.Name, (await GoPeer.CreateAsync("back")).SetVariables(variables));

    public async Task<Uri> StartGoFrontendAsync(
        Uri backend, IReadOnlyDictionary<string, string>? variables = null, params IEnumerable<string> arguments) =>
        await StartProgramAsync("Go front-end", GoPeer.Name,
            (await GoPeer.CreateFrontendAsync(backend, arguments)).SetVariables(variables));

    public async Task<string> GetAsync(Uri address)
    {
        // The load tool would take a connection that stays open for a client's.
        using var request = new HttpRequestMessage(HttpMethod.Get, address) { Headers = { ConnectionClose = true } };
        using var response = await Http.SendAsync(request, stop);
        return await response.EnsureSuccessStatusCode().Content.ReadAsStringAsync(stop);
    }

    public async Task<PrometheusSamples> ReadMetricsAsync(Uri service) =>
        PrometheusSamples.Parse(await GetAsync(new(service, "/metrics")));

    /// <summary>Waits until the user stops the program.</summary>
    public async Task WaitForStopAsync() =>
        await Task.Delay(Timeout.Infinite, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    public Process GetProcess(Uri address) => Find(address).Process;

    public async Task StopAsync(Uri address)
    {
        var service = Find(address);
        lock (_services)
            _services.Remove(service);
        await service.DisposeAsync();
    }

    /// <summary>Stops all services, the last one first.</summary>
    public async Task StopAllAsync()
    {
        while (_services is [.., var last])
            await StopAsync(last.Address);
    }

    public async ValueTask DisposeAsync()
    {
        // After one has failed to start, others may still be starting.
        await _end.CancelAsync();
        await Task.WhenAll(_starting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Task.WhenAll(_services.Select(service => service.DisposeAsync().AsTask()));
        Http.Dispose();
        _end.Dispose();
    }

    /// <summary>Starts any program that listens where its argument --urls= or {port} says, and tells when it is ready.</summary>
    public Task<Uri> StartProgramAsync(string role, string name, ProcessStartInfo program)
    {
        var starting = StartAndWaitAsync(
            role, name, Core is { } core ? ProcessRunner.Wrap(program, "taskset", "-c", $"{core}") : program);
        lock (_services)
            _starting.Add(starting);
        return starting;
    }

    private ServiceProcess Find(Uri address)
    {
        lock (_services)
            return _services.Single(service => service.Address == address);
    }

    private async Task<Uri> StartAndWaitAsync(string role, string name, ProcessStartInfo program)
    {
        var started = Stopwatch.GetTimestamp();
        var service = await ServiceProgram.StartAsync(name, program, _end.Token, Http);
        lock (_services)
        {
            _services.Add(service);
            if (processList is not null)
                File.AppendAllText(processList, $"{role}\t{service.Address}\t{service.Process.Id}\n");
        }

        var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds.ToString("0.0", CultureInfo.InvariantCulture);
        if (!isQuiet)
            Console.WriteLine($"  {role,-13}{RequestUrls.FormatBaseUrl(service.Address),-23} ✓ {seconds,4} s");
        return service.Address;
    }
}
