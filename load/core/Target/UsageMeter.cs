namespace TwoTier.Load.Target;

/// <summary>
/// The increase of the metrics while load was sent, and whether the target counted the requests that the load tool sent;
/// null if it counts none, or is not compared.
/// </summary>
internal sealed record ResourceUsage(IReadOnlyDictionary<string, ProcessMetrics?> Processes, bool? CountAgrees = null);

/// <summary>
/// Measures the resources that processes use while load is sent, by reading their metrics before and after. A server
/// counts a request shortly after the client has received the last byte of the response, so the reading after the load
/// is repeated, for at most half a second, as long as the target has counted too few.
/// </summary>
internal sealed class UsageMeter(
    PrometheusScraper scraper, IReadOnlyList<MonitoredProcess> processes, TimeProvider time)
{
    private static readonly TimeSpan MaxCounterDelay = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(10);

    // To receive a request and to send its answer takes longer, so a program that uses less leaves the work to others.
    private const double LeastCpuSeconds = 2e-6;

    private readonly int _target = processes.ToList().FindIndex(process =>
        process is { Name: MonitoredProcess.Target, IsCounted: true });

    private MetricsReading[] _lastReadings = [];

    /// <summary>Whether the first process has a page of metrics, by the last reading.</summary>
    public bool HasPage => _lastReadings is [{ Metrics: { Program: null } }, ..];

    /// <summary>Reads the metrics before load is sent.</summary>
    public async Task StartAsync() => _lastReadings = await ReadAsync();

    /// <summary>Reads the metrics after load was sent, and waits until the target has counted it.</summary>
    public async Task<ResourceUsage> MeasureAsync(SentCount sent)
    {
        var (before, started) = (_lastReadings, time.GetTimestamp());
        _lastReadings = await ReadAsync();
        var isCounted = GetCount(before) is var (responses, few) && responses > few;
        while (isCounted && GetCount(before)?.Responses < sent.Responses && time.GetElapsedTime(started) < MaxCounterDelay)
        {
            await Task.Delay(RetryInterval, time);
            _lastReadings = await ReadAsync();
        }

        return new ResourceUsage(
            Subtract(before, sent.Responses),
            isCounted && GetCount(before) is var (counted, others) ? sent.AgreesWith(counted, others) : null);
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
        return new MetricsReading(await scraper.ReadAsync(process), scrapes, time.GetTimestamp());
    }));

    private Dictionary<string, ProcessMetrics?> Subtract(MetricsReading[] before, long responses) =>
        processes.Zip(before.Zip(_lastReadings, GetIncrease)).ToDictionary(
            process => process.First.Name,
            process => process.Second is { Program: not null } used && used.CpuSeconds < LeastCpuSeconds * responses
                ? used with { CpuSeconds = null, IsForwarder = true }
                : process.Second);

    private static ProcessMetrics? GetIncrease(MetricsReading before, MetricsReading after) =>
        before.Metrics is null ? null : after.Metrics?.GetIncreaseSince(before.Metrics);

    // Gets the number of responses that the target counted, and how many of them may have been to readings of its
    // metrics and to the probes of others, one a second. Null if it counts none, or restarted.
    private (double Responses, double Others)? GetCount(MetricsReading[] before)
    {
        if (_target < 0 || GetIncrease(before[_target], _lastReadings[_target]) is not { IsRestarted: false } used)
            return null;
        var scrapes = _lastReadings[_target].Scrapes - before[_target].Scrapes;
        var seconds = time.GetElapsedTime(before[_target].Timestamp, _lastReadings[_target].Timestamp).TotalSeconds;
        return used.AnsweredRequests is { } counted ? (counted, scrapes + seconds) : null;
    }

    // A reading of the metrics of a process, and the number of readings that were begun before it.
    private readonly record struct MetricsReading(ProcessMetrics? Metrics, long Scrapes, long Timestamp);
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
/// What was sent: all responses, and all requests. If a request ended in a transport error, or had no response when the
/// run was stopped, the server may or may not have counted it.
/// </summary>
internal readonly record struct SentCount(long Responses, long Requests)
{
    // A server may count so many requests of others that it hardly matters.
    private const double MaxShareOfOthers = 0.01;

    public static SentCount operator +(SentCount one, SentCount other) =>
        new(one.Responses + other.Responses, one.Requests + other.Requests);

    public static SentCount Of(Measurement measurement) => new(
        measurement.Counters.Responses, measurement.Counters.Requests + measurement.UnfinishedRequests);

    /// <summary>Whether a server can have counted so many requests, if a few others are known to have been sent.</summary>
    public bool AgreesWith(double counted, double others) =>
        counted >= Responses && counted <= (1 + MaxShareOfOthers) * Requests + others;
}
