using TwoTier.Load.Events;

namespace TwoTier.Load.Measuring;

/// <summary>Load to one variant after another, whose figures are shown and not compared.</summary>
internal sealed class Parade(
    LoadSession session, RunDescription description, ExperimentPlan plan)
{
    public EventSource Source { get; } = EventSource.FromStage(description, plan);

    /// <summary>Sends a variant without counting: all get the same requests, and other ones than those that count.</summary>
    public Task<Measurement> WarmUpAsync(Variant variant, TimeSpan duration, CancellationToken stop) =>
        SendAsync(variant, duration, ActiveStage.WarmupStageName, ExperimentPlan.GetFirstWarmupIndex(0), stop);

    public async Task<ParadeStep> MeasureAsync(Variant variant, TimeSpan duration, CancellationToken stop)
    {
        var meter = new UsageMeter(session.Scraper, variant.Processes, session.Time);
        await meter.StartAsync();
        var measurement = await SendAsync(
            variant, duration, ActiveStage.MeasuredStageName, ExperimentPlan.GetFirstIndex(1), stop);
        var (counters, latency) = (measurement.Counters, measurement.Counters.Latency);
        var used = await meter.ReadPeriodAsync(measurement.ElapsedSeconds, counters.Responses);
        var target = used.Processes.GetValueOrDefault(MonitoredProcess.Target);
        return new ParadeStep(
            measurement.Goodput ?? 0,
            LatencyResult.GetPercentile(latency, 0.5),
            LatencyResult.GetPercentile(latency, 0.99),
            1000 * target?.CpuSeconds / used.Responses,
            target?.AllocatedBytes / 1000 / used.Responses,
            counters.Errors);
    }

    private async Task<Measurement> SendAsync(
        Variant variant, TimeSpan duration, string stage, long firstIndex, CancellationToken stop)
    {
        var context = session.CreateContext(variant.Requests);
        var profile = plan.Profile.WithDuration(duration);
        var measurement = profile.CreateMeasurement(context);
        Source.Progress.StartStage(new ActiveStage(variant.Name, stage, 0, measurement)
        {
            Processes = variant.Processes,
            Connections = profile.Connections,
        });
        await profile.SendAsync(context, measurement, firstIndex, stop);
        return measurement;
    }
}

/// <summary>What a step of a parade shows; null for what the target does not tell.</summary>
internal sealed record ParadeStep(
    double Rate, double? P50Ms, double? P99Ms, double? CpuMs, double? AllocatedKb, long Errors);
