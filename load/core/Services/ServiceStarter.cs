using TwoTier.Load.Measuring;

namespace TwoTier.Load.Services;

/// <summary>
/// Starts the services of a comparison, each at a free port, and checks before the first measurement that both give the
/// same answers.
/// </summary>
internal sealed class ServiceStarter(
    Side[] sides, bool mayDiffer, TimeSpan readyLimit, IReadOnlyList<Variant> variants, LoadSession session)
{
    private const int ServiceUnavailable = 503;
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(100);

    public async Task<StartedTargets> StartAsync(int start, CancellationToken stop)
    {
        var services = new StartedServices(sides, readyLimit, session, stop);
        try
        {
            await services.AttachAsync(stop);
            // The port of a container may be open before its service listens.
            if (start == 1 || sides.Any(side => side.Image is not null))
                await CheckAnswersAsync(services, stop);
            return services;
        }
        catch
        {
            await services.DisposeAsync();
            throw;
        }
    }

    // Both answer every kind of request with an expected status, and with the same body.
    private async Task CheckAnswersAsync(StartedServices services, CancellationToken stop)
    {
        RequestMix[] requests = [.. variants.Zip(services.BaseUrls, (variant, url) => variant.Requests.At(url))];
        foreach (var (first, second) in requests[0].GetFirstRequests().Zip(requests[1].GetFirstRequests()))
        {
            var a = await GetBodyAsync(services, 0, first, stop);
            var b = await GetBodyAsync(services, 1, second, stop);
            if (mayDiffer || a.AsSpan().SequenceEqual(b))
                continue;
            // What differs from itself, such as the time, is no difference.
            var again = first.Template.Method == HttpMethod.Get ? await GetBodyAsync(services, 0, first, stop) : a;
            if (!a.AsSpan().SequenceEqual(again))
                continue;
            throw new ServiceException(
                $"A and B answer {UrlText.HideValues(first.Uri.PathAndQuery)} differently: "
                + $"{a.Length} and {b.Length} bytes, the first difference at byte {a.AsSpan().CommonPrefixLength(b)}. "
                + "If that is intended, add --different");
        }
    }

    // A service may listen before it can answer, so that each request is repeated for as long as it may take to start.
    private async Task<byte[]> GetBodyAsync(
        StartedServices services, int side, PlannedRequest planned, CancellationToken stop)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        limit.CancelAfter(readyLimit);
        while (true)
        {
            var answer = await session.Sender.ProbeAsync(planned, readyLimit, limit.Token);
            if (answer.Failure is null && planned.Kind.Expectations.IsExpectedStatus(answer.Status))
                return answer.Body;
            stop.ThrowIfCancellationRequested();
            var canCome = answer.Failure is null ? answer.Status == ServiceUnavailable : !services.HasEnded(side);
            if (!canCome || limit.IsCancellationRequested)
            {
                var problem = $"answered {planned.Template.Method} "
                    + $"{UrlText.HideValues(planned.Uri.PathAndQuery)} with "
                    + (answer.Failure?.Message ?? $"{answer.Status}");
                throw answer.Failure is null && answer.Status < 500
                    ? new ServiceException(
                        $"{sides[side].Name} {problem}. Nothing was measured. {GetAdvice(answer)}")
                    : await services.FailAsync(side, problem, "before anything was measured");
            }

            await Task.Delay(RetryInterval, stop);
        }
    }

    private static string GetAdvice(ProbeResult answer) => answer.Status switch
    {
        401 or 403 => "It answers only known callers: add -H 'Authorization: …'",
        >= 300 and < 400 =>
            "It redirects: start the service without redirection to HTTPS, or use the path behind it",
        _ => "Check the path (--path).",
    };
}

/// <summary>The services of one start, with the counters of their runtimes.</summary>
internal sealed class StartedServices : StartedTargets
{
    private readonly ServiceProcess[] _processes;
    private readonly LoadSession _session;
    private readonly CancellationTokenRegistration _stop;
    private RuntimeCounters?[] _counters = [];

    public StartedServices(
        Side[] sides, TimeSpan readyLimit, LoadSession session, CancellationToken stopped)
    {
        _session = session;
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

    internal override IReadOnlyList<TimeSpan?> ReadyTimes => [.. _processes.Select(process => process.ReadyTime)];

    /// <summary>Waits until the services listen, and finds their processes.</summary>
    public async Task AttachAsync(CancellationToken stop)
    {
        // Both begin to wait, so that each is timed.
        foreach (var ready in _processes.Select(process => process.WaitUntilReadyAsync(stop)).ToArray())
            await ready;
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
