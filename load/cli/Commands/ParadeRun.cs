using TwoTier.Load.Cli.Events;
using TwoTier.Load.Metrics;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Load to one variant after another, alone and for seconds, so that boards show a step of each. There is one process
/// and one start, so nothing is decided: the first variant comes again at the end, to show how far the machine wandered.
/// </summary>
internal sealed class ParadeRun(ToolContext context, Scenario scenario, ExperimentPlan plan)
{
    // A new process needs several times the CPU time of a warm one, so that every variant is sent before the first counts.
    private const int WarmupRounds = 2;

    // The parts of the time of a variant that each of its warm-ups takes, and the pause after a round of them: 3 s and 5 s
    // of 20 s. The compiler of .NET works in the background, and starves under load.
    private const double WarmupPart = 0.15;
    private const double PausePart = 0.25;

    private readonly RunProgress _progress = new();
    private readonly List<ParadeStep> _steps = [];

    // Names, and where a column of figures begins.
    private readonly int _width = plan.Variants.Max(variant => variant.Name.Length) + 2;

    public async Task<int> RunAsync(TimeSpan each, CancellationToken interrupted)
    {
        // There is none for methods that change something.
        var hasWarmup = plan.Warmup > TimeSpan.Zero;
        var warmup = hasWarmup ? each * WarmupPart : TimeSpan.Zero;
        var description = scenario.Describe(scenario.Sent.CreateMix(), "parade");
        await using var session =
            new MeasurementSession(context, scenario, plan.Profile.Concurrency, interrupted);
        await new TargetProbe(session.Sender, scenario.Timeout).ProbeAllAsync(plan.Variants, interrupted);
        session.StartEvents(
            description.Name, _progress, () => new ComparisonEvents(description, plan, _progress, context.Time));
        var count = plan.Variants.Count;
        var rounds = hasWarmup ? WarmupRounds : 0;
        var total = rounds * (count * warmup + each * PausePart) + (count + 1) * (warmup + each);
        context.Screen.PrintLine(
            $"  parade     {count} variants, one after another, {FormatSeconds(each.TotalSeconds)} each, "
            + $"about {FormatSeconds(Math.Ceiling(total.TotalSeconds))} in total");
        for (var round = 1; round <= rounds; round++)
        {
            foreach (var variant in plan.Variants.TakeWhile(_ => !session.StopToken.IsCancellationRequested))
                await SendAsync(session, variant, warmup, ActiveStage.WarmupStageName);
            await Task.Delay(each * PausePart, context.Time, session.StopToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        context.Screen.PrintLine(FormatRow("variant", "req/s", "p50 ms", "p99 ms", "CPU ms", "kB"));
        foreach (var variant in plan.Variants.Append(plan.Variants[0])
            .TakeWhile(_ => !session.StopToken.IsCancellationRequested))
        {
            if (hasWarmup)
                await SendAsync(session, variant, warmup, ActiveStage.WarmupStageName);
            var meter = new UsageMeter(session.Scraper, variant.Processes, context.Time);
            await meter.StartAsync();
            var measurement = await SendAsync(session, variant, each, ActiveStage.MeasuredStageName);
            var used = await meter.ReadPeriodAsync(measurement.ElapsedSeconds, measurement.Counters.Responses);
            _steps.Add(ParadeStep.Create(measurement, used));
            context.Screen.PrintLine(_steps[^1].Format(variant.Name, FormatRow));
        }

        if (_steps.Count > count && _steps[0].Rate > 0)
        {
            var difference = Math.Abs(_steps[^1].Rate / _steps[0].Rate - 1);
            context.Screen.PrintLine(
                $"  One process, one start: the first and the last turn of {plan.Variants[0].Name} differ by "
                + $"{100 * difference:0} %. load compare decides.");
        }

        return await session.EndAsync(interrupted.IsCancellationRequested ? ExitCode.RunInterrupted
            : _steps.Exists(step => step.Errors > 0) ? ExitCode.ExpectationNotMet : ExitCode.Ok);
    }

    private async Task<Measurement> SendAsync(
        MeasurementSession session, Variant variant, TimeSpan duration, string stage)
    {
        var run = session.CreateContext(variant.Requests);
        var profile = plan.Profile.WithDuration(duration);
        var measurement = profile.CreateMeasurement(run);
        _progress.StartStage(new ActiveStage(variant.Name, stage, _steps.Count + 1, measurement));
        // All variants get the same requests, and other ones before they count.
        var first = stage is ActiveStage.WarmupStageName
            ? ExperimentPlan.GetFirstWarmupIndex(0) : ExperimentPlan.GetFirstIndex(1);
        return await session.RunWithProgressAsync(
            () => new LiveView($"{variant.Name}, {stage}", duration, []),
            async stop =>
            {
                await profile.SendAsync(run, measurement, first, stop);
                return measurement;
            });
    }

    private string FormatRow(string name, params string[] figures) =>
        $"  {name.PadRight(_width)}{string.Concat(figures.Select(figure => figure.PadLeft(9)))}";
}

/// <summary>What a step of a parade shows; null for what the target does not tell.</summary>
internal sealed record ParadeStep(
    double Rate, double? P50Ms, double? P99Ms, double? CpuMs, double? AllocatedKb, long Errors)
{
    public static ParadeStep Create(Measurement measurement, UsagePeriod used)
    {
        var (latency, target) = (measurement.Counters.Latency, used.Processes.GetValueOrDefault(MonitoredProcess.Target));
        return new(
            measurement.Goodput ?? 0,
            LatencySummary.GetPercentile(latency, 0.5),
            LatencySummary.GetPercentile(latency, 0.99),
            1000 * target?.CpuSeconds / used.Responses,
            target?.AllocatedBytes / 1000 / used.Responses,
            measurement.Counters.Errors);
    }

    public string Format(string name, Func<string, string[], string> formatRow) => formatRow(
        name,
        [
            FormatNumber(Rate), FormatNumber(P50Ms), FormatNumber(P99Ms), FormatNumber(CpuMs), FormatNumber(AllocatedKb),
        ]) + (Errors > 0 ? $"  {FormatCount(Errors)} errors" : "");
}
