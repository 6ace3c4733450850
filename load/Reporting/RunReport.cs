using Load.Comparing;
using Load.Recording;
using Load.Reporting.Model;
using Load.Running;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Reporting;

/// <summary>Makes the result of <c>load run</c>: one variant, one round.</summary>
internal sealed class RunReport(Request request, string url, Workload workload, TimeSpan warmup, int seed)
{
    public const string Kind = "run";

    public Result Of(Ran ran)
    {
        var open = workload as OpenWorkload;
        var columns = ran.Recorded.Heat.Columns().Count();
        return new Result
        {
            Kind = Kind,
            Id = Outcomes.Id(ran.Started, request.Name),
            Tool = Provenance.ThisTool(),
            Started = Outcomes.Rfc3339(ran.Started),
            Ended = Outcomes.Rfc3339(ran.Ended),
            DurationS = Short((ran.Ended - ran.Started).TotalSeconds),
            Scenario = new Scenario(request.Name, null, null, request.Text),
            Command = request.Command,
            Repeat = request.Repeat,
            Model = new Model.Model(workload.Kind, workload.Connections, Short(open?.Schedule.Rate), open?.MaxBacklog),
            Workload = workload.Text,
            Plan = new Plan(1, Short(Seconds(ran)), warmup.TotalSeconds, 0, seed),
            Method = new Method("one run", "none", 1),
            Baseline = request.Name,
            Groups = new Dictionary<string, string>(),
            Order = [[0]],
            Validity = new Validity(ran.State, ran.Checks),
            Thresholds = ran.Thresholds,
            Heat = columns == 0 ? null : new HeatScale(
                HeatMap.Rows, columns, HeatMap.LowestMs, HeatMap.HighestMs, HeatMap.ColumnWidth.TotalSeconds),
            Marks = [],
            Provenance = [.. Provenance.OfThisMachine(), ["Load", Load()]],
            Variants = [Variant(ran)],
        };
    }

    // What was planned, or took as long as it took.
    private double Seconds(Ran ran) =>
        (workload as OpenWorkload)?.Schedule.Duration.TotalSeconds
        ?? (workload as ClosedWorkload)?.Budget.Duration?.TotalSeconds
        ?? ran.Recorded.Seconds;

    private string Load() =>
        $"{workload.Text}, {workload.Connections} connections, warm-up {warmup.TotalSeconds} s, seed {seed}";

    private VariantResult Variant(Ran ran)
    {
        var (recorded, tally) = (ran.Recorded, ran.Recorded.Tally);
        var arrivals = recorded.Arrivals;
        var rate = recorded.Seconds > 0 ? Short(tally.Successes / recorded.Seconds) : 0;
        var slice = new Slice(0, 1, 1, 0, recorded, ran.Usage, ran.OwnCores);
        var countsFromPlan = arrivals is not null || recorded.Bursts.Count > 0;
        return new VariantResult
        {
            Name = request.Name,
            Url = url,
            WarmupS = warmup.TotalSeconds,
            Requests = tally.Requests,
            Errors = tally.Errors,
            Statuses = Outcomes.StatusesOf(tally),
            Unexpected = Outcomes.UnexpectedOf(tally),
            Bytes = tally.Bytes,
            MeasuredS = Short(recorded.Seconds),
            TransportErrors = Outcomes.TransportErrorsOf(tally),
            CheckFailures = tally.CheckFailures,
            Throughput = new Throughput(rate, null, null),
            Ratio = null,
            CpuRatio = null,
            Latency = Latencies.Of(tally.Latency, countsFromPlan ? "response" : "service"),
            Service = arrivals is null ? null : Latencies.Of(arrivals.Service),
            Lateness = arrivals is null ? null : Latencies.Of(arrivals.Lateness, "lateness"),
            Planned = arrivals?.Planned,
            Sent = arrivals?.Sent,
            Queued = arrivals?.Queued,
            Dropped = arrivals?.Dropped,
            Bursts = recorded.Bursts.Count == 0 ? null : [.. recorded.Bursts.Select(Of)],
            Tiers = new Dictionary<string, TierResult?> { [Tier.FrontEnd] = TierCost.Of([slice], Tier.FrontEnd) },
            Rounds = [Round(slice, rate)],
            Heat = string.Join('|', recorded.Heat.Columns().Select(column => string.Join(' ', column))),
        };
    }

    private static RoundResult Round(Slice slice, double rate) => new(
        1,
        1,
        0,
        slice.Recorded.Tally.Requests,
        rate,
        [.. slice.Recorded.Heat.Columns().Select(column => column.Sum() / HeatMap.ColumnWidth.TotalSeconds)],
        Latencies.At(slice.Recorded.Tally.Latency, 0.5),
        Latencies.At(slice.Recorded.Tally.Latency, 0.99),
        Short(slice.CpuMs(Tier.FrontEnd)),
        null);

    private static BurstResult Of(Burst burst) => new(
        burst.Tally.Requests,
        burst.Tally.Errors,
        Outcomes.StatusesOf(burst.Tally),
        Outcomes.TransportErrorsOf(burst.Tally),
        Short(burst.Duration.TotalSeconds),
        Short(burst.Tally.Successes / burst.Duration.TotalSeconds),
        Latencies.OfAll(burst.Tally.Latency, 0.5),
        Latencies.OfAll(burst.Tally.Latency, 0.99),
        Latencies.Max(burst.Tally.Latency),
        Outcomes.UnexpectedOf(burst.Tally),
        burst.Tally.CheckFailures);
}
