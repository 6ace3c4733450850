using TwoTier.Load.Http;

namespace TwoTier.Load.Reports.Documents;

internal sealed class RunBlocks(Result result)
{
    private static readonly double[] Quantiles = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999];

    private readonly VariantResult _run = result.Variants[0];

    public IEnumerable<Block> Create() =>
    [
        new Facts([.. GetFacts()]),
        CreateSteps(_run.JudgedSteps),
        CreateStatuses(),
        .. DescribeCounts(),
        CreateFailures([_run]),
        CreateKinds(_run.GetParts(PartKind.Request)),
        _run.GetParts(PartKind.Burst) is { Count: > 0 } bursts ? CreateBursts(bursts) : CreatePercentiles(),
        CreateTimes(),
        CreateProcesses(),
    ];

    /// <summary>Creates a table of why requests got no complete response, and of what to do about it.</summary>
    public static Table CreateFailures(IReadOnlyList<VariantResult> variants)
    {
        var table = new Table<(string Variant, string Kind, long Count, IReadOnlyDictionary<string, long>? Causes)>(
        [
            .. variants.SelectMany(variant => variant.TransportErrors.Select(error =>
                (variant.Name, error.Key, error.Value, variant.Causes?.GetValueOrDefault(error.Key)))),
        ]);
        if (variants.Count > 1)
            table.Text("variant", error => error.Variant);
        return table
            .Text("transport error", error => $"✗ {error.Kind}", Tone.Failed)
            .Count("requests", error => error.Count)
            .Remark(
                "cause, and what to do",
                error => error.Causes is { } causes
                    ? $"{string.Join("; ", FormatCauses(causes, error.Count))}. {TransportErrors.GetAdvice(error.Kind)}"
                    : null);
    }

    /// <summary>Describes why the client closed connections that the server had left open.</summary>
    public static IEnumerable<Block> DescribeUnexpectedBytes(IReadOnlyList<VariantResult> variants) =>
        from variant in variants
        where variant.UnexpectedBytes > 0
        let name = variants.Count > 1 ? $"{variant.Name}: " : ""
        select Note.Warn($"{name}{FormatCount(variant.UnexpectedBytes!.Value)} connections closed by the client: the server "
            + "sent bytes that belong to no response");

    private static IEnumerable<string> FormatCauses(IReadOnlyDictionary<string, long> causes, long count) => causes
        .OrderByDescending(cause => cause.Value)
        .Select(cause => cause.Value == count ? cause.Key : $"{FormatCount(cause.Value)} × {cause.Key}");

    private IEnumerable<(string Label, string Text)> GetFacts()
    {
        var (latency, seconds) = (_run.Latency, _run.MeasuredS ?? result.DurationS);
        var workload = result.Workload ?? $"{result.Model.Kind} loop";
        var connections = result.Model.FormatConnections();
        yield return (
            "requests", $"{FormatCount(_run.Requests)} in {FormatSeconds(seconds)}, {connections}, {workload}");
        var megabytes = _run.Bytes / 1e6 / (_run.BusyS ?? seconds);
        yield return (
            "goodput",
            $"{FormatWithInterval(_run.Throughput.Rate, _run.Throughput.Lo, _run.Throughput.Hi)} req/s   "
                + $"{FormatNumber(megabytes)} MB/s received");
        if (_run.ErrorShareInterval is { } errors)
        {
            var share = 100.0 * _run.Errors / _run.Requests;
            yield return ("errors", $"{FormatWithInterval(share, 100 * errors.Lo, 100 * errors.Hi)} % of the requests");
        }

        if (_run.Planned is { } planned)
        {
            // The sent rate includes the time after the last planned arrival: requests that were still queued then were
            // not sent at the planned rate.
            var sent = _run.Sent / (_run.MeasuredS ?? result.Plan.TurnS);
            yield return (
                "arrival rate",
                (result.Model.RatePerS is { } plannedRate ? $"planned {FormatNumber(plannedRate)}/s · " : "")
                + $"sent {FormatNumber(sent)}/s ({FormatInteger(_run.Sent)} of {FormatCount(planned)})"
                + $" · queued {FormatInteger(_run.Queued)} · dropped {FormatInteger(_run.Dropped)}");
        }

        var (min, mean, max) = (FormatNumber(latency.Min), FormatNumber(latency.Mean), FormatNumber(latency.Max));
        yield return ("latency", $"min {min} · mean {mean} · max {max} ms");
    }

    private static Table<PartResult> CreateSteps(IReadOnlyList<PartResult> steps) =>
        new Table<PartResult>(steps)
            .Text("", step => $"{ValidityBlocks.GetMark(step.Held)}", step => ValidityBlocks.GetTone(step.Held))
            .Number("step/s", step => step.Model?.RatePerS, Tone.Strong)
            .Number("req/s", step => step.Throughput.Rate)
            .Number("p50 ms", step => step.Latency.P50)
            .Number("p99", step => step.Latency.P99)
            .Number("max", step => step.Latency.Max)
            .Count("errors", step => step.Errors)
            .Count("dropped", step => step.Dropped)
            .Remark("why", step => string.Join("; ", step.Reasons ?? []));

    private Table<KeyValuePair<string, long>> CreateStatuses() =>
        new Table<KeyValuePair<string, long>>([.. _run.Statuses])
            .Add("status", status => MarkStatus(status.Key))
            .Count("responses", status => status.Value)
            .Add("share", status => $"{100.0 * status.Value / _run.Requests:0.00} %", isNumber: true);

    private Cell MarkStatus(string status) =>
        _run.UnexpectedStatuses?.ContainsKey(status) is not true ? new Cell($"✓ {status}", Tone.Passed)
        : status.StartsWith('5') ? new Cell($"✗ {status}", Tone.Failed)
        : new Cell($"▲ {status}", Tone.Worse);

    private IEnumerable<Block> DescribeCounts()
    {
        if (_run.CheckFailures > 0)
        {
            var count = FormatCount(_run.CheckFailures);
            yield return Note.Fail($"check failed {count}: the status was expected, but the body failed a check");
        }

        foreach (var note in DescribeUnexpectedBytes([_run]))
            yield return note;
        if (_run.Unfinished is > 0 and var unfinished)
        {
            yield return Note.Warn(
                $"{FormatCount(unfinished)} requests had no answer when the run was stopped and are not counted");
        }
    }

    private static Table<PartResult> CreateKinds(IReadOnlyList<PartResult> kinds) =>
        new Table<PartResult>(kinds)
            .Text("request", part => part.Name)
            .Count("requests", part => part.Requests)
            .Number("req/s", part => part.Throughput.Rate, Tone.Strong)
            .Number("p50 ms", part => part.Latency.P50)
            .Number("p90", part => part.Latency.P90, medium: Medium.Markdown)
            .Number("p99", part => part.Latency.P99, Tone.Strong)
            .Number("max", part => part.Latency.Max)
            .Count("errors", part => part.Errors)
            .Count("dropped", part => part.Dropped)
            .WithoutEmptyColumns();

    private static Table<PartResult> CreateBursts(IReadOnlyList<PartResult> bursts)
    {
        var table = new Table<PartResult>(bursts)
        {
            Legend = "Latencies count from the start of the burst; delay is the median time until a request was sent.",
        }
            .Count("burst", burst => burst.Requests)
            .Number("seconds", burst => burst.MeasuredS)
            .Number("req/s", burst => burst.Throughput.Rate, Tone.Strong)
            .Number("delay ms", burst => burst.ScheduleDelay?.P50)
            .Number("p50", burst => burst.Latency.P50)
            .Number("p99", burst => burst.Latency.P99, Tone.Strong)
            .Number("max", burst => burst.Latency.Max);
        foreach (var name in bursts.SelectMany(burst => burst.Processes.Keys).Distinct())
        {
            table.Count("threads", burst => GetLevels(burst, name)?.PoolThreads)
                .Count("queue", burst => GetLevels(burst, name)?.PoolQueue)
                .Number("MB", burst => GetLevels(burst, name)?.WorkingSetMb, medium: Medium.Markdown)
                .WithoutEmptyColumns();
        }

        return table.Count("errors", burst => burst.Errors);

        static ProcessResult? GetLevels(PartResult burst, string process) => burst.Processes.GetValueOrDefault(process);
    }

    private Table<(double Quantile, double? Ms)> CreatePercentiles()
    {
        (double Quantile, double? Ms)[] rows = _run.Latency.Max is null
            ? []
            : [.. Quantiles.Select(quantile => (quantile, _run.Latency.GetQuantile(quantile)))];
        return new Table<(double Quantile, double? Ms)>(rows)
        {
            Legend = "– means that fewer than 10 requests were slower than this percentile."
                + (_run.Latency.P50Interval is null ? "" : " [ ] is the 95 % interval."),
        }
            .Add("percentile", row => $"{row.Quantile * 100:0.##} %", isNumber: true)
            .Add(
                "ms",
                row => new Cell(FormatNumber(row.Ms), row.Quantile is 0.5 or 0.99 ? Tone.Strong : Tone.Plain),
                isNumber: true)
            .Text("", row => _run.Latency.GetInterval(row.Quantile) is { } interval
                ? $"[{FormatNumber(interval.Lo)}, {FormatNumber(interval.Hi)}]"
                : "")
            .WithoutEmptyColumns();
    }

    private Table<LatencyRow> CreateTimes()
    {
        var (timings, isOpen) = (_run.Timings, _run.Planned is not null);
        var opened = FormatCount(timings?.ConnectionsOpened ?? 0);
        LatencyRow[] rows =
        [
            new("response time", isOpen ? _run.Latency : null, "from the intended start"),
            new("service time", isOpen ? _run.ServiceTime : null, "from the moment of sending"),
            new("schedule delay", isOpen ? _run.ScheduleDelay : null, "the load tool's own"),
            new("connect", timings?.Connect, $"DNS and TCP, {opened} connections"),
            new("TLS", timings?.Tls, "handshake"),
            new("first byte", timings?.Ttfb, "from the send"),
            new("body", timings?.Body, "first to last byte"),
        ];
        return new Table<LatencyRow>([.. rows.Where(row => row.Latency is not null)])
            .Text("time, ms", row => row.Name)
            .Number("p50", row => row.Latency!.P50)
            .Number("p90", row => row.Latency!.P90)
            .Number("p99", row => row.Latency!.P99, Tone.Strong)
            .Number("p99.9", row => row.Latency!.P999, medium: Medium.Markdown)
            .Number("max", row => row.Latency!.Max)
            .Number("mean", row => row.Latency!.Mean, medium: Medium.Markdown)
            .Text("", row => row.Explanation, Tone.Quiet);
    }

    private Table<(string Name, ProcessResult Usage)> CreateProcesses() =>
        new Table<(string Name, ProcessResult Usage)>(
        [
            .. _run.Processes.Where(process => process.Value is not null)
                .Select(process => (process.Key, process.Value!)),
        ])
            .Text("process", process => process.Name + (process.Usage.Restarts is null ? "" : " (restarted)"))
            .Number("CPU ms/request", process => process.Usage.CpuMs)
            .Count("connections", process => process.Usage.ConnectionsOpened)
            .Number("connections/s", process => process.Usage.ConnectionsPerS, medium: Medium.Markdown)
            .Count("TIME_WAIT", process => process.Usage.TimeWait, medium: Medium.Markdown)
            .Number("working set MB", process => process.Usage.WorkingSetMb)
            .Number("anonymous MB", process => process.Usage.AnonymousMb)
            .WithoutEmptyColumns();

    private sealed record LatencyRow(string Name, LatencyResult? Latency, string Explanation);
}
