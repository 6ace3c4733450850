namespace Experiments.Talk;

/// <summary>Starts the services of an act, and adds some of them to a balancer during its run.</summary>
internal sealed class ActServices(TestbedEnvironment environment) : IDisposable
{
    private readonly Dictionary<string, (Uri Http1, Uri? Http2)> _addresses = [];
    private TcpRelay? _balancer;

    public async Task StartAsync(ActService service) => _addresses[service.Name] = await StartProgramAsync(service);

    /// <summary>Replaces the names of services in braces by their addresses.</summary>
    public string InsertAddresses(string text) => _addresses.Aggregate(text, (line, service) => line.Replace(
        $"{{{service.Key}}}", RequestUrls.FormatBaseUrl(service.Value.Http1), StringComparison.Ordinal));

    /// <summary>Gives the balancer the back-ends of a cue.</summary>
    public void Change(ActCue cue)
    {
        foreach (var backend in cue.Grow)
            _balancer!.Add(_addresses[backend].Http1);
    }

    public void Dispose() => _balancer?.Dispose();

    private async Task<(Uri Http1, Uri? Http2)> StartProgramAsync(ActService service)
    {
        if (service.Program is ActProgram.BackEnd)
        {
            var own = FreePort.FindAddress();
            return (await environment.StartBackendAsync([$"--Http2:Port={own.Port}", .. service.Settings]), own);
        }

        var called = _addresses[service.Calls!];
        if (service.Program is ActProgram.Balancer)
            return ((_balancer = new TcpRelay(called.Http1)).Address, null);
        if (service.Program is ActProgram.Gateway)
            return (await environment.StartProgramAsync("gateway", "gateway", CreateGateway(called.Http1)), null);
        string[] http2 = called.Http2 is null ? [] : [$"--Backend:Http2Address={called.Http2}"];
        return (await environment.StartFrontendAsync(called.Http1, settings: [.. http2, .. service.Settings]), null);
    }

    private static ProcessStartInfo CreateGateway(Uri backend) => ProgramLocator.Isolate(new ProcessStartInfo(
        "dotnet",
        [
            "run", "-c", "Release", ProgramLocator.GetPath("experiments", "talk", "gateway.cs"), "--",
            ServiceProgram.FreeUrl, $"--Backend:BaseAddress={backend}",
        ]));
}

internal sealed record ActService
{
    /// <summary>The name by which the load and the cues refer to the service.</summary>
    public required string Name { get; init; }

    public required ActProgram Program { get; init; }

    /// <summary>The name of the service that a front-end calls, and of the first one behind a balancer.</summary>
    public string? Calls { get; init; }

    public IReadOnlyList<string> Settings { get; init; } = [];
}

internal enum ActProgram
{
    /// <summary>Speaks HTTP/2, too, which the front-ends that call it may choose.</summary>
    BackEnd,
    FrontEnd,

    /// <summary>Gives each new connection to the next of its services, and leaves it there.</summary>
    Balancer,

    /// <summary>Repeats a call that fails (experiments/talk/gateway.cs).</summary>
    Gateway,
}
