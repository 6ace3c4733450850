using System.Collections.Concurrent;
using System.Text.Json.Nodes;

namespace Experiments.Talk;

/// <summary>The performance of an act. While the room sees the question, its services start and become warm.</summary>
internal sealed class ActPerformance(Act act, string results, CancellationToken stop) : IAsyncDisposable
{
    // Each performance has a new folder, because the load tool never overwrites a result.
    private readonly string _folder = Path.Combine(results, $"{act.Name}-{Guid.NewGuid().ToString("N")[..8]}");
    private readonly TestbedEnvironment _environment = new(stop);
    private readonly Dictionary<string, (Uri Http1, Uri? Http2)> _addresses = [];
    private readonly ConcurrentQueue<string> _events = [];
    private TcpRelay? _balancer;

    /// <summary>The events of the run, as they come.</summary>
    public IReadOnlyCollection<string> Events => _events;

    /// <summary>The load of the act, with the addresses of its services.</summary>
    private string Load => _addresses.Aggregate(act.Load!, (line, service) => line.Replace(
        $"{{{service.Key}}}", RequestUrls.FormatBaseUrl(service.Value.Http1), StringComparison.Ordinal));

    /// <summary>Starts the services of the act, and warms them up.</summary>
    public async Task PrepareAsync()
    {
        foreach (var service in act.Services)
            _addresses[service.Name] = await StartAsync(service);
        if (ActCommand.CreateWarmUp(act, Load, Path.Combine(_folder, "warm-up")) is { } command)
            await command.RunAsync(stop);
    }

    /// <summary>Runs the load.</summary>
    public async Task<ActOutcome> RunAsync()
    {
        var outcome = default(ActOutcome);
        await ActCommand.Create(act, Load, _folder)
            .FollowAsync(async (_, events) => outcome = await FollowAsync(events), stop);
        return outcome ?? throw new StudyException($"The run of {act.Name} has no result.");
    }

    public async ValueTask DisposeAsync()
    {
        _balancer?.Dispose();
        await _environment.DisposeAsync();
    }

    private async Task<(Uri Http1, Uri? Http2)> StartAsync(ActService service)
    {
        if (service.Program is ActProgram.BackEnd)
        {
            var own = FreePort.FindAddress();
            return (await _environment.StartBackendAsync([$"--Http2:Port={own.Port}", .. service.Settings]), own);
        }

        var called = _addresses[service.Calls!];
        if (service.Program is ActProgram.Balancer)
            return ((_balancer = new TcpRelay(called.Http1)).Address, null);
        if (service.Program is ActProgram.Gateway)
            return (await _environment.StartProgramAsync("gateway", "gateway", CreateGateway(called.Http1)), null);
        string[] http2 = called.Http2 is null ? [] : [$"--Backend:Http2Address={called.Http2}"];
        return (await _environment.StartFrontendAsync(called.Http1, settings: [.. http2, .. service.Settings]), null);
    }

    private static ProcessStartInfo CreateGateway(Uri backend) => ProgramLocator.Isolate(new ProcessStartInfo(
        "dotnet",
        [
            "run", "-c", "Release", ProgramLocator.GetPath("experiments", "talk", "gateway.cs"), "--",
            ServiceProgram.FreeUrl, $"--Backend:BaseAddress={backend}",
        ]));

    private async Task<ActOutcome?> FollowAsync(TextReader events)
    {
        var newBackends = new Queue<string>(act.Grow);
        while (await events.ReadLineAsync() is { } line)
        {
            _events.Enqueue(line);
            var published = JsonNode.Parse(line)!;
            while (published["load"] is not null && newBackends.TryDequeue(out var backend))
                _balancer!.Add(_addresses[backend].Http1);
            if ((string?)published["end"]?["path"] is { } path)
                return ActOutcome.ReadResult(act, path);
        }

        return null;
    }
}
