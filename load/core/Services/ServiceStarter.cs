using TwoTier.Load.Measuring;

namespace TwoTier.Load.Services;

/// <summary>
/// Starts the services of a comparison, each at a free port, and checks before the first measurement that both give the
/// same answers.
/// </summary>
internal sealed class ServiceStarter(
    Side[] sides, bool mayDiffer, TimeSpan readyLimit, IReadOnlyList<Variant> variants, LoadSession session)
{
    public async Task<StartedTargets> StartAsync(int start, CancellationToken stop)
    {
        var services = new StartedServices(sides, readyLimit, session, stop);
        try
        {
            await services.AttachAsync(stop);
            // The port of a container may be open before its service listens.
            if (start == 1 || sides.Any(side => side.Image is not null))
            {
                var requests = variants.Zip(services.BaseUrls, (variant, url) => variant.Requests.At(url));
                await new AnswerCheck(session.Sender, mayDiffer, readyLimit).CheckAsync(services, [.. requests], stop);
            }

            return services;
        }
        catch
        {
            await services.DisposeAsync();
            throw;
        }
    }
}

/// <summary>The services of one start, with the counters of their runtimes.</summary>
internal sealed class StartedServices : StartedTargets
{
    private readonly Side[] _sides;
    private readonly ServiceProcess[] _processes;
    private readonly LoadSession _session;
    private readonly CancellationTokenRegistration _stop;
    private RuntimeCounters?[] _counters = [];

    public StartedServices(
        Side[] sides, TimeSpan readyLimit, LoadSession session, CancellationToken stopped)
    {
        (_sides, _session) = (sides, session);
        _processes = [.. sides.Select(side => ServiceProcess.Start(side, readyLimit))];
        // Requests under way get some time when the user stops the measurement, and services end meanwhile.
        _stop = stopped.UnsafeRegister(
            _ =>
            {
                foreach (var process in _processes)
                    process.Stop();
            },
            null);
    }

    /// <summary>Waits until the services listen, and finds their processes.</summary>
    public async Task AttachAsync(CancellationToken stop)
    {
        foreach (var process in _processes)
            await process.WaitUntilReadyAsync(stop);
        BaseUrls = [.. _processes.Select(process => $"{process.Address}".TrimEnd('/'))];
        IUsageSource?[] sources =
        [
            .. BaseUrls.Zip(
                _processes, (url, process) => process.Container as IUsageSource ?? ProcessTree.Find(new Uri(url))),
        ];
        foreach (var (url, source) in BaseUrls.Zip(sources))
        {
            if (source is not null)
                _session.Scraper.ReadFrom(source, url + MonitoredProcess.DefaultPath);
        }

        // The counters of one of several processes would not be those of the service.
        _counters = await Task.WhenAll(sources.Select(source => source is ProcessTree { Listeners: [var only] }
            ? RuntimeCounters.AttachAsync(only)
            : Task.FromResult<RuntimeCounters?>(null)));
    }

    public string GetName(int side) => _sides[side].Name;

    public bool HasEnded(int side) => _processes[side].Process.HasExited;

    /// <summary>Creates the error of a side, with the last lines of its service.</summary>
    public Task<ServiceException> FailAsync(int side, string problem, string when = "while it was measured") =>
        _processes[side].FailAsync(problem, when);

    public override async ValueTask DisposeAsync()
    {
        await _stop.DisposeAsync();
        // The counters of a frozen process could not be stopped, so that processes are first.
        await Task.WhenAll(_processes.Select(process => process.DisposeAsync().AsTask()));
        await Task.WhenAll(_counters.OfType<RuntimeCounters>().Select(one => one.DisposeAsync().AsTask()));
        await base.DisposeAsync();
    }

    internal override async Task<ProcessMetrics?[]> ReadCountersAsync(CancellationToken stop)
    {
        var metrics = await Task.WhenAll(
            _counters.Select(async one => one is null ? null : await one.ReadAsync(_session.Time, stop)));
        for (var side = 0; side < metrics.Length; side++)
        {
            if (HasEnded(side) || (_counters[side] is not null && metrics[side] is null))
                throw await FailAsync(side, "closed its diagnostics port, or froze,");
        }

        return metrics;
    }

    internal override async Task ReportSilenceAsync(string baseUrl, string failures) =>
        throw await FailAsync(BaseUrls.ToList().IndexOf(baseUrl), $"gave no response ({failures})");
}
