using TwoTier.Load.Events;
using TwoTier.Load.Metrics;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Load to one variant after another, alone and for seconds, so that boards show a step of each. There is one process
/// and one start, so nothing is decided.
/// </summary>
internal sealed class ParadeRun(ToolContext context, Scenario scenario, ExperimentPlan plan)
{
    // A new process needs several times the CPU time of a warm one, so that every variant is sent before the first counts.
    private const int WarmupRounds = 2;

    // The parts of the time of a variant that each of its warm-ups takes, and the pause after a round of them: 3 s and 5 s
    // of 20 s. The compiler of .NET works in the background, and starves under load.
    private const double WarmupPart = 0.15;
    private const double PausePart = 0.25;

    private readonly EventSource _source = EventSource.FromStage(scenario.Describe("parade"), plan);

    // Names, and where a column of figures begins.
    private readonly int _width = plan.Variants.Max(variant => variant.Name.Length) + 2;

    /// <summary>
    /// Sends each variant for a time, and the first again at the end, which shows how far the machine wandered.
    /// </summary>
    public async Task<int> RunAsync(TimeSpan each, CancellationToken interrupted)
    {
        // There is none for methods that change something.
        var rounds = plan.Warmup > TimeSpan.Zero ? WarmupRounds : 0;
        var warmup = rounds > 0 ? each * WarmupPart : TimeSpan.Zero;
        await using var session = new MeasurementSession(context, scenario, plan.Profile.Connections, interrupted);
        await session.ProbeAsync(plan.Variants, interrupted);
        session.StartEvents(_source);
        var count = plan.Variants.Count;
        var total = rounds * (count * warmup + each * PausePart) + (count + 1) * (warmup + each);
        context.Screen.PrintLine(
            $"  parade     {count} variants, one after another, {FormatSeconds(each.TotalSeconds)} each, "
            + $"about {FormatSeconds(Math.Ceiling(total.TotalSeconds))} in total");
        for (var round = 1; round <= rounds; round++)
        {
            foreach (var variant in plan.Variants.TakeWhile(_ => !interrupted.IsCancellationRequested))
                await WarmUpAsync(variant);
            await Task.Delay(each * PausePart, context.Time, interrupted)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        context.Screen.PrintLine(FormatRow("variant", "req/s", "p50 ms", "p99 ms", "CPU ms", "kB"));
        var steps = new List<(double Rate, long Errors)>();
        foreach (var variant in plan.Variants.Append(plan.Variants[0])
            .TakeWhile(_ => !interrupted.IsCancellationRequested))
        {
            if (rounds > 0)
                await WarmUpAsync(variant);
            steps.Add(await MeasureAsync(session, variant, each, interrupted));
        }

        if (steps.Count > count && steps[0].Rate > 0)
        {
            var difference = Math.Abs(steps[^1].Rate / steps[0].Rate - 1);
            context.Screen.PrintLine(
                $"  One process, one start: the first and the last turn of {plan.Variants[0].Name} differ by "
                + $"{100 * difference:0} %. load compare decides.");
        }

        return session.End(interrupted.IsCancellationRequested ? ExitCode.RunInterrupted
            : steps.Exists(step => step.Errors > 0) ? ExitCode.ExpectationNotMet : ExitCode.Ok);

        // All get the same requests, and other ones than those that count.
        Task WarmUpAsync(Variant variant) => SendAsync(
            session,
            variant,
            warmup,
            ActiveStage.WarmupStageName,
            ExperimentPlan.GetFirstWarmupIndex(0),
            interrupted);
    }

    private async Task<(double Rate, long Errors)> MeasureAsync(
        MeasurementSession session, Variant variant, TimeSpan duration, CancellationToken stop)
    {
        var meter = new UsageMeter(session.Scraper, variant.Processes, context.Time);
        await meter.StartAsync();
        var measurement = await SendAsync(
            session, variant, duration, ActiveStage.MeasuredStageName, ExperimentPlan.GetFirstIndex(1), stop);
        var (counters, rate) = (measurement.Counters, measurement.Goodput ?? 0);
        var used = await meter.ReadPeriodAsync(measurement.ElapsedSeconds, counters.Responses);
        var target = used.Processes.GetValueOrDefault(MonitoredProcess.Target);
        double?[] figures =
        [
            rate,
            LatencyResult.GetPercentile(counters.Latency, 0.5),
            LatencyResult.GetPercentile(counters.Latency, 0.99),
            1000 * target?.CpuSeconds / used.Responses,
            target?.AllocatedBytes / 1000 / used.Responses,
        ];
        context.Screen.PrintLine(FormatRow(variant.Name, [.. figures.Select(FormatNumber)])
            + (counters.Errors > 0 ? $"  {FormatCount(counters.Errors)} errors" : ""));
        return (rate, counters.Errors);
    }

    private Task<Measurement> SendAsync(
        MeasurementSession session,
        Variant variant,
        TimeSpan duration,
        string stage,
        long firstIndex,
        CancellationToken stop)
    {
        return context.Screen.ShowWhileAsync(
            () => new LiveView($"{variant.Name}, {stage}", duration), SendAsync, context.Time);

        async Task<Measurement> SendAsync()
        {
            var run = session.CreateContext(variant.Requests);
            var profile = plan.Profile.WithDuration(duration);
            var measurement = profile.CreateMeasurement(run);
            _source.Progress.StartStage(new ActiveStage(variant.Name, stage, 0, measurement)
            {
                Processes = variant.Processes,
                Connections = profile.Connections,
            });
            await profile.SendAsync(run, measurement, firstIndex, stop);
            return measurement;
        }
    }

    private string FormatRow(string name, params string[] figures) =>
        $"  {name.PadRight(_width)}{string.Concat(figures.Select(figure => figure.PadLeft(9)))}";
}
