namespace TwoTier.Load.Target;

/// <summary>
/// The increase of the metrics while load was sent; the requests that the target counted, null if it counts none; and
/// whether they are those that the load tool sent.
/// </summary>
internal sealed record ResourceUsage(
    IReadOnlyDictionary<string, ProcessMetrics?> Processes, double? ServerRequests, bool Agrees);

/// <summary>
/// Measures the resources that processes use while load is sent, by reading their metrics before and after. A server
/// counts a request shortly after the client has received the last byte of the response, so the reading after the load
/// is repeated, for at most half a second, until the target's count agrees with the client's.
/// </summary>
internal sealed class UsageMeter(
    PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> processes, TimeProvider time)
{
    private static readonly TimeSpan MaxCounterDelay = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(10);

    // To receive a request and to send its answer takes longer, so a program that uses less leaves the work to others.
    private const double LeastCpuSeconds = 2e-6;

    private readonly int _target = processes.ToList().FindIndex(process => process.Name == MonitoredProcess.Target);
    private MetricsReading[] _lastReadings = [];

    /// <summary>Whether the first process has a page of metrics, by the last reading.</summary>
    public bool HasPage => _lastReadings is [{ Metrics: { Program: null } }, ..];

    /// <summary>Reads the metrics before load is sent.</summary>
    public async Task StartAsync() => _lastReadings = await ReadAsync();

    /// <summary>Reads the metrics after load was sent, and waits until the target has counted it.</summary>
    public async Task<ResourceUsage> MeasureAsync(SentCount sent)
    {
        var before = _lastReadings;
        var started = time.GetTimestamp();
        var first = _lastReadings = await ReadAsync();
        while (GetCount(before, first)?.AgreesWith(sent) is false
            && time.GetElapsedTime(started) < MaxCounterDelay)
        {
            await Task.Delay(RetryInterval, time);
            _lastReadings = await ReadAsync();
        }

        var count = GetCount(before, first);
        return new ResourceUsage(
            Subtract(before, sent.Responses), count?.GetRequests(sent), count?.AgreesWith(sent) ?? true);
    }

    /// <summary>Reads what was used since the last reading.</summary>
    public async Task<UsagePeriod> ReadPeriodAsync(double seconds, long responses)
    {
        var before = _lastReadings;
        _lastReadings = await ReadAsync();
        return new UsagePeriod(seconds, responses, Subtract(before, responses));
    }

    /// <summary>Reads the current metrics, of which only levels mean something in a single reading.</summary>
    public async Task<IReadOnlyDictionary<string, ProcessMetrics?>> ReadLevelsAsync() =>
        processes.Zip(await ReadAsync()).ToDictionary(one => one.First.Name, one => one.Second.Metrics);

    private async Task<MetricsReading[]> ReadAsync() => await Task.WhenAll(processes.Select(async process =>
    {
        var scrapes = scraper.CountScrapes(process.MetricsUrl);
        return new MetricsReading(await scraper.ReadAsync(process), scrapes);
    }));

    private Dictionary<string, ProcessMetrics?> Subtract(MetricsReading[] before, long responses) =>
        processes.Zip(before.Zip(_lastReadings, GetIncrease)).ToDictionary(
            process => process.First.Name,
            process => process.Second is { Program: not null } used && used.CpuSeconds < LeastCpuSeconds * responses
                ? used with { CpuSeconds = null, IsForwarder = true }
                : process.Second);

    private static ProcessMetrics? GetIncrease(MetricsReading before, MetricsReading after) =>
        before.Metrics is null ? null : after.Metrics?.GetIncreaseSince(before.Metrics);

    // Gets the number of requests that the target counted; null if the target counts no requests of the run, or if it
    // restarted and lost a part of its count.
    private ServerRequestCount? GetCount(MetricsReading[] before, MetricsReading[] first)
    {
        if (_target < 0 || GetIncrease(before[_target], _lastReadings[_target]) is not { IsRestarted: false } used)
            return null;
        // A repeated reading may be one of the requests that the target counted only if that count grew meanwhile.
        // Otherwise, each repetition would excuse a request of someone else.
        var unroutedBefore = GetIncrease(before[_target], first[_target])?.UnroutedRequests ?? 0;
        var repeated = Math.Min(
            _lastReadings[_target].Scrapes - first[_target].Scrapes,
            (long)((used.UnroutedRequests ?? 0) - unroutedBefore));
        var scrapes = first[_target].Scrapes - before[_target].Scrapes + repeated;
        return used.ServerRequests is null && (used.UnroutedRequests ?? 0) <= scrapes
            ? null
            : new ServerRequestCount(used.ServerRequests ?? 0, used.UnroutedRequests ?? 0, scrapes);
    }

    // A reading of the metrics of a process, and the number of readings that were begun before it.
    private readonly record struct MetricsReading(ProcessMetrics? Metrics, long Scrapes);
}

/// <summary>What the processes of a variant used in a period: in the rounds of a start, in a block or in a turn.</summary>
internal sealed record UsagePeriod(
    double Seconds, long Responses, IReadOnlyDictionary<string, ProcessMetrics?> Processes)
{
    public UsagePeriod Map(Func<string, ProcessMetrics, ProcessMetrics> change) => this with
    {
        Processes = Processes.ToDictionary(
            process => process.Key, process => process.Value is null ? null : change(process.Key, process.Value)),
    };
}

/// <summary>
/// What was sent: good answers, all answers, all requests, and those without an answer at the stop. If a request ended in a transport error, or had no answer
/// when the run was stopped, the server may or may not have counted it.
/// </summary>
internal readonly record struct SentCount(long Successes, long Responses, long Requests, long Unfinished)
{
    public static SentCount operator +(SentCount one, SentCount other) => new(
        one.Successes + other.Successes,
        one.Responses + other.Responses,
        one.Requests + other.Requests,
        one.Unfinished + other.Unfinished);

    public static SentCount Of(Measurement measurement)
    {
        var counters = measurement.Counters;
        return new(
            counters.Successes,
            counters.Responses,
            counters.Requests + measurement.UnfinishedRequests,
            measurement.UnfinishedRequests);
    }
}

/// <summary>The number of requests that the target counted while load was sent.</summary>
internal readonly record struct ServerRequestCount(double Routed, double Unrouted, long Scrapes)
{
    public bool AgreesWith(SentCount sent) => IsPossible(GetRequests(sent), sent);

    /// <summary>
    /// Gets the number of requests of the run that the target counted. Requests without a route may be requests of the
    /// run, readings of the metrics, or requests of others. If the requests with a route alone account for the run, the
    /// requests without a route are left out.
    /// </summary>
    public double GetRequests(SentCount sent)
    {
        if (IsPossible(Routed, sent))
            return Routed;
        var all = Routed + Unrouted;
        return all > sent.Requests ? Math.Max(sent.Requests, all - Math.Min(Scrapes, Unrouted)) : all;
    }

    private static bool IsPossible(double requests, SentCount sent) =>
        requests >= sent.Responses && requests <= sent.Requests;
}
