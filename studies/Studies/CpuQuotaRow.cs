namespace Studies.Studies;

/// <summary>
/// What one start measured with one quota: a run in a closed loop, and one at a fixed rate, in which the quota stopped
/// the front-end in a share of the periods in which it ran.
/// </summary>
internal sealed record CpuQuotaMeasurement(
    double Cores, string Strategy, double Processors, double ReadyS, double PoolThreads, VariantResult Closed,
    VariantResult Open, double ThrottledPercent);

/// <summary>The measurements of a strategy with one quota, over the starts.</summary>
internal sealed record CpuQuotaRow(
    double Cores, string Strategy, double Processors, StartRange ReadyS, StartRange PoolThreads,
    StartRange ClosedPerS, StartRange? ClosedP99Ms, StartRange AnsweredPerS, StartRange? P50Ms, StartRange? P99Ms,
    StartRange ThrottledPercent)
{
    public static CpuQuotaRow Create(IReadOnlyList<CpuQuotaMeasurement> starts)
    {
        return new(
            starts[0].Cores, starts[0].Strategy, starts[0].Processors, Summarize(start => start.ReadyS)!,
            Summarize(start => start.PoolThreads)!, Summarize(start => start.Closed.Throughput.Rate)!,
            Summarize(start => start.Closed.Latency.P99), Summarize(start => LoadSheddingRow.GetGoodput(start.Open))!,
            Summarize(start => start.Open.Latency.P50), Summarize(start => start.Open.Latency.P99),
            Summarize(start => start.ThrottledPercent)!);

        StartRange? Summarize(Func<CpuQuotaMeasurement, double?> read) => StartRange.Create(starts.Select(read));
    }
}
