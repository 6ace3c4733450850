namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// Starts the services of <c>load ab</c>, each at a free port, and checks before the first measurement that both give
/// the same answers.
/// </summary>
internal sealed class ServiceStarter(
    Side[] sides, Scenario scenario, IReadOnlyList<Variant> variants, LoadSession session)
{
    public async Task<StartedTargets> StartAsync(int start, CancellationToken stop)
    {
        var ports = ServiceProcess.FindFreePorts(sides.Length);
        ServiceProcess?[] processes =
        [
            .. sides.Zip(ports, (side, port) =>
                side.IsStarted ? ServiceProcess.Start(side.Command, side.Folder, port) : null),
        ];
        var services = new StartedServices(sides, processes, session.Time);
        try
        {
            await services.AttachAsync(scenario.Ab.Ready, session.Scraper, stop);
            if (start == 1)
            {
                var requests = variants.Zip(services.BaseUrls, (variant, url) => variant.Requests.At(url));
                await new AnswerCheck(session.Sender, scenario).CheckAsync(sides, [.. requests], stop);
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
internal sealed class StartedServices(Side[] sides, ServiceProcess?[] processes, TimeProvider time)
    : StartedTargets([.. sides.Zip(processes, (side, process) => side.Url ?? $"http://127.0.0.1:{process!.Port}")])
{
    private RuntimeCounters?[] _counters = [];

    /// <summary>Waits until the services listen, and finds their processes.</summary>
    public async Task AttachAsync(TimeSpan limit, PrometheusScraper scraper, CancellationToken stop)
    {
        foreach (var (side, process) in sides.Zip(processes))
        {
            if (process is not null)
                await process.WaitUntilListeningAsync(side.Name, limit, stop);
        }

        var locals = BaseUrls.Select(url => LocalProcess.FindListener(new Uri(url))).ToArray();
        foreach (var (url, local) in BaseUrls.Zip(locals))
        {
            if (local is not null)
                scraper.ReadFromSystem(url + MonitoredProcess.DefaultPath, local);
        }

        _counters = await Task.WhenAll(locals.Select(RuntimeCounters.AttachAsync));
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var one in _counters.OfType<RuntimeCounters>())
            await one.DisposeAsync();
        await Task.WhenAll(processes.OfType<ServiceProcess>().Select(process => process.DisposeAsync().AsTask()));
        await base.DisposeAsync();
    }

    internal override async Task<ProcessMetrics?[]> ReadCountersAsync(CancellationToken stop)
    {
        var metrics = await Task.WhenAll(
            _counters.Select(async one => one is null ? null : await one.ReadAsync(time, stop)));
        foreach (var (side, process) in sides.Zip(processes))
        {
            if (process?.HasExited is true)
                throw process.Fail(side.Name, $"ended with exit code {process.ExitCode} while it was measured");
        }

        return metrics;
    }
}
