using TwoTier.Load.Metrics;

namespace TwoTier.Load.Reports.Terminal;

internal sealed class LiveRunView(RunProgress progress, TimeSpan? duration)
{
    public LiveView Describe() => progress.Stage is not { } stage
        ? new LiveView(ActiveStage.WarmupStageName, null)
        : new LiveView(stage.Name, stage.IsMeasured ? duration : null, Describe(stage.Measurement));

    private static string Describe(Measurement measurement)
    {
        var (goodput, latency) = (FormatNumber(measurement.Goodput), measurement.Counters.Latency);
        var (p50, p99) = (FormatPercentile(0.5), FormatPercentile(0.99));
        return $"{goodput} req/s   p50 {p50} ms   p99 {p99} ms   errors {FormatCount(measurement.Counters.Errors)}";

        string FormatPercentile(double quantile) => FormatNumber(LatencyResult.GetPercentile(latency, quantile));
    }
}
