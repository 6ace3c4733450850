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
        await using var session = new MeasurementSession(context, scenario, plan.Profile.Concurrency, interrupted);
        await session.ProbeAsync(plan.Variants, interrupted);
        var parade = new Parade(session, scenario.Describe("parade"), plan);
        session.StartEvents(parade.Source);
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
        var steps = new List<ParadeStep>();
        foreach (var variant in plan.Variants.Append(plan.Variants[0])
            .TakeWhile(_ => !interrupted.IsCancellationRequested))
        {
            if (rounds > 0)
                await WarmUpAsync(variant);
            steps.Add(await MeasureAsync(parade, variant, each, interrupted));
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

        Task WarmUpAsync(Variant variant) => context.Screen.ShowWhileAsync(
            () => new LiveView($"{variant.Name}, {ActiveStage.WarmupStageName}", warmup),
            () => parade.WarmUpAsync(variant, warmup, interrupted),
            context.Time);
    }

    private async Task<ParadeStep> MeasureAsync(
        Parade parade, Variant variant, TimeSpan duration, CancellationToken stop)
    {
        var step = await context.Screen.ShowWhileAsync(
            () => new LiveView($"{variant.Name}, {ActiveStage.MeasuredStageName}", duration),
            () => parade.MeasureAsync(variant, duration, stop),
            context.Time);
        string[] figures =
        [
            .. new[] { step.Rate, step.P50Ms, step.P99Ms, step.CpuMs, step.AllocatedKb }.Select(FormatNumber),
        ];
        context.Screen.PrintLine(
            FormatRow(variant.Name, figures) + (step.Errors > 0 ? $"  {FormatCount(step.Errors)} errors" : ""));
        return step;
    }

    private string FormatRow(string name, params string[] figures) =>
        $"  {name.PadRight(_width)}{string.Concat(figures.Select(figure => figure.PadLeft(9)))}";
}
