using TwoTier.Load.Measuring;

namespace TwoTier.Load.Services;

/// <summary>
/// Starts the services of <c>load ab</c>, each at a free port, and checks before the first measurement that both give
/// the same answers.
/// </summary>
internal sealed class ServiceStarter(
    Side[] sides, bool mayDiffer, TimeSpan readyLimit, IReadOnlyList<Variant> variants, LoadSession session)
{
    private readonly long[] _lines = new long[sides.Length];
    private readonly ConcurrentQueue<string> _left = [];

    /// <summary>Gets the number of lines that each service has written in all starts that have ended.</summary>
    public IReadOnlyList<long> Lines => _lines;

    /// <summary>Says which service could not be ended; null if all could.</summary>
    public string? Left => _left.FirstOrDefault();

    public async Task<StartedTargets> StartAsync(int start, CancellationToken stop)
    {
        if (Left is not null)
            throw new ServiceException(Left);
        var ports = ServiceProcess.FindFreePorts(sides.Length);
        var processes = new ServiceProcess?[sides.Length];
        var services = new StartedServices(sides, processes, session.Time, _lines, _left, stop);
        try
        {
            foreach (var (index, side) in sides.Index())
                processes[index] = side.IsStarted ? await ServiceProcess.StartAsync(side, ports[index], stop) : null;
            await services.AttachAsync(readyLimit, session.Scraper, stop);
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
internal sealed class StartedServices(
    Side[] sides,
    ServiceProcess?[] processes,
    TimeProvider time,
    long[] lines,
    ConcurrentQueue<string> left,
    CancellationToken stopped) : StartedTargets
{
    // Requests under way get some time when the user stops the measurement, and services end meanwhile.
    private readonly CancellationTokenRegistration _stop = stopped.UnsafeRegister(
        _ =>
        {
            foreach (var process in processes)
                process?.Stop();
        },
        null);

    private RuntimeCounters?[] _counters = [];

    /// <summary>Waits until the services listen, and finds their processes.</summary>
    public async Task AttachAsync(TimeSpan limit, PrometheusScraper scraper, CancellationToken stop)
    {
        foreach (var (side, process) in sides.Zip(processes))
        {
            if (process is not null)
                await process.WaitUntilListeningAsync(side.Name, limit, stop);
        }

        BaseUrls = [.. sides.Zip(processes, (side, process) => side.Url ?? process!.Url)];
        IUsageSource?[] sources =
        [
            .. BaseUrls.Zip(
                processes, (url, process) => process?.Container as IUsageSource ?? ProcessTree.Find(new Uri(url))),
        ];
        foreach (var (url, source) in BaseUrls.Zip(sources))
        {
            if (source is not null)
                scraper.ReadFrom(source, url + MonitoredProcess.DefaultPath);
        }

        // The counters of one of several processes would not be those of the service.
        _counters = await Task.WhenAll(sources.Select(source => source is ProcessTree { Listeners: [var only] }
            ? RuntimeCounters.AttachAsync(only)
            : Task.FromResult<RuntimeCounters?>(null)));
    }

    public string GetName(int side) => sides[side].Name;

    public bool HasEnded(int side) => processes[side]?.HasExited is true;

    /// <summary>Creates the error of a side, with the last lines of its service if it was started.</summary>
    public async Task<ServiceException> FailAsync(int side, string problem, string when = "while it was measured") =>
        processes[side] is { } process
            ? await process.FailAsync(GetName(side), problem, when)
            : new ServiceException($"{GetName(side)} {problem} {when}");

    public override async ValueTask DisposeAsync()
    {
        await _stop.DisposeAsync();
        // The counters of a frozen process could not be stopped, so that processes are first.
        await Task.WhenAll(processes.OfType<ServiceProcess>().Select(process => process.DisposeAsync().AsTask()));
        await Task.WhenAll(_counters.OfType<RuntimeCounters>().Select(one => one.DisposeAsync().AsTask()));
        foreach (var (side, process) in processes.Index())
        {
            lines[side] += process?.LineCount ?? 0;
            if (process is { Container: null, Port: var port }
                && await ServiceProcess.FindListenerAsync(port, CancellationToken.None) is { } other)
            {
                left.Enqueue($"{GetName(side)} left {other} running on port {port}. The tool could not end it, because "
                    + "it detached itself. End it, and start the service in the foreground.");
            }
        }

        await base.DisposeAsync();
    }

    internal override async Task<ProcessMetrics?[]> ReadCountersAsync(CancellationToken stop)
    {
        var metrics = await Task.WhenAll(
            _counters.Select(async one => one is null ? null : await one.ReadAsync(time, stop)));
        foreach (var (side, process) in processes.Index())
        {
            if (process is null || (!process.HasExited && (_counters[side] is null || metrics[side] is not null)))
                continue;
            throw await FailAsync(side, "closed its diagnostics port, or froze,");
        }

        return metrics;
    }

    internal override async Task ReportSilenceAsync(string baseUrl, string failures)
    {
        var side = BaseUrls.ToList().IndexOf(baseUrl);
        if (processes[side] is not null)
            throw await FailAsync(side, $"gave no response ({failures})");
    }
}
