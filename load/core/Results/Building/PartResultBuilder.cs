namespace TwoTier.Load.Results.Building;

internal static class PartResultBuilder
{
    /// <summary>Summarizes all requests of a measurement.</summary>
    public static PartResult Create(string name, Measurement measurement)
    {
        var loop = measurement.OpenLoop;
        return Create(name, measurement.Counters, measurement.Goodput, LatencyResult.Create(
            measurement.Counters.Latency, GetClock(measurement))) with
        {
            MeasuredS = RoundToFiveDigits(measurement.ElapsedSeconds),
            ServiceTime = loop is null ? null : LatencyResult.Create(loop.ServiceTime),
            ScheduleDelay = loop is null ? null : LatencyResult.Create(loop.ScheduleDelay, "lateness"),
            Planned = loop?.PlannedRequests,
            Sent = loop?.SentRequests,
            Queued = loop?.QueuedRequests,
            Dropped = loop?.DroppedRequests,
        };
    }

    /// <summary>Summarizes the parts of a run.</summary>
    public static IReadOnlyList<PartResult> CreateParts(RunResult run, IReadOnlyList<RequestKind> kinds) =>
    [
        .. kinds.Zip(run.Measurement.CountersByKind, (kind, counters) => CreateKind(kind, counters, run.Measurement)),
        .. run.Measurement.Bursts.Select(burst => CreateBurst(burst, run.Sampler)),
        .. CreateWindows(run),
    ];

    private static PartResult CreateBurst(BurstMeasurement burst, MetricsSampler? sampler)
    {
        var (counters, seconds, start) = (burst.Counters, burst.Duration.TotalSeconds, burst.Start);
        return Create(
            $"burst of {counters.Requests}",
            counters,
            counters.Successes / seconds,
            Summarize(counters.Latency, "response")) with
        {
            Kind = PartKind.Burst,
            StartS = RoundToFiveDigits(start.TotalSeconds),
            MeasuredS = RoundToFiveDigits(seconds),
            ServiceTime = Summarize(burst.Sending.ServiceTime, "service"),
            ScheduleDelay = Summarize(burst.Sending.ScheduleDelay, "lateness"),
            Processes = ProcessResultBuilder.CreateLevels(sampler, start, start + burst.Duration),
        };

        static LatencyResult Summarize(LatencyHistogram latency, string clock) =>
            LatencyResult.CreateForPart(latency, clock, isExact: true);
    }

    /// <summary>Gets the moment from which latencies count: the intended start of a request, or its sending.</summary>
    public static string GetClock(Measurement measurement) =>
        measurement.OpenLoop is not null || measurement.Bursts.Count > 0 ? "response" : "service";

    private static PartResult CreateKind(RequestKind kind, RequestCounters counters, Measurement whole)
    {
        var rate = whole.BusySeconds > 0 ? counters.Successes / whole.BusySeconds : 0;
        var latency = LatencyResult.Create(counters.Latency, GetClock(whole));
        return Create(kind.Name, counters, rate, latency) with { Kind = PartKind.Request };
    }

    // If the run was stopped early, its last window is shorter and later windows are empty.
    private static IEnumerable<PartResult> CreateWindows(RunResult run)
    {
        if (run.Measurement.Intervals is not { HasWindows: true } intervals)
            return [];
        var end = TimeSpan.FromSeconds(run.Measurement.ElapsedSeconds);
        return intervals.Counters.Select(CreateWindow).Where(window => window.MeasuredS > 0);

        PartResult CreateWindow(RequestCounters counters, int i)
        {
            var (from, planned) = (i * intervals.IntervalLength, (i + 1) * intervals.IntervalLength);
            var to = planned < end ? planned : end;
            var (step, seconds) = (run.Steps.ElementAtOrDefault(i), (to - from).TotalSeconds);
            return Create(
                $"from {FormatSeconds(from.TotalSeconds)}",
                counters,
                seconds > 0 ? intervals.GetSuccesses(i) / seconds : 0,
                LatencyResult.CreateForPart(counters.Latency, GetClock(run.Measurement))) with
            {
                Kind = PartKind.Window,
                StartS = RoundToFiveDigits(from.TotalSeconds),
                MeasuredS = RoundToFiveDigits(seconds),
                Model = run.Profile.DescribeModel() with
                {
                    RatePerS = RoundToFiveDigits(intervals.PlannedRates[i]),
                },
                Sent = step?.Figures.OpenLoop?.SentRequests,
                Dropped = step?.Figures.OpenLoop?.DroppedRequests,
                Held = step?.IsSustained,
                Reasons = step?.Reasons,
                Processes = ProcessResultBuilder.CreateLevels(run.Sampler, from, to),
            };
        }
    }

    private static PartResult Create(string name, RequestCounters counters, double? rate, LatencyResult latency)
    {
        return new PartResult
        {
            Name = name,
            Requests = counters.Requests,
            Errors = counters.Errors,
            Statuses = Count(counters.GetStatuses()),
            UnexpectedStatuses = Count(counters.GetUnexpectedStatuses()),
            TransportErrors = counters.GetTransportErrors()
                .ToDictionary(error => error.Kind.GetName(), error => error.Count),
            CheckFailures = counters.CheckFailures,
            Throughput = new Throughput(RoundToFiveDigits(rate ?? 0), null, null),
            Latency = latency,
        };

        static Dictionary<string, long> Count(IEnumerable<(int Status, long Count)> statuses) =>
            statuses.ToDictionary(status => $"{status.Status}", status => status.Count);
    }
}
