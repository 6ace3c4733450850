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

    private static readonly TimeSpan LongestStep = TimeSpan.FromHours(24);
    private static readonly TimeSpan TimeOfLook = TimeSpan.FromMilliseconds(200);

    private readonly RunProgress _progress = new();
    private readonly List<ParadeStep> _steps = [];

    // Names, and where a column of figures begins.
    private readonly int _width = plan.Variants.Max(variant => variant.Name.Length) + 2;

    /// <summary>
    /// Sends each variant for a time, and the first again at the end, which shows how far the machine wandered.
    /// </summary>
    public async Task<int> RunAsync(TimeSpan each, CancellationToken interrupted)
    {
        // There is none for methods that change something.
        var hasWarmup = plan.Warmup > TimeSpan.Zero;
        var warmup = hasWarmup ? each * WarmupPart : TimeSpan.Zero;
        await using var session = await StartAsync(interrupted);
        var count = plan.Variants.Count;
        var rounds = hasWarmup ? WarmupRounds : 0;
        var total = rounds * (count * warmup + each * PausePart) + (count + 1) * (warmup + each);
        context.Screen.PrintLine(
            $"  parade     {count} variants, one after another, {FormatSeconds(each.TotalSeconds)} each, "
            + $"about {FormatSeconds(Math.Ceiling(total.TotalSeconds))} in total");
        for (var round = 1; round <= rounds; round++)
        {
            foreach (var variant in plan.Variants.TakeWhile(_ => !session.StopToken.IsCancellationRequested))
                await SendAsync(session, variant, warmup, ActiveStage.WarmupStageName, session.StopToken);
            await Task.Delay(each * PausePart, context.Time, session.StopToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        PrintHeadings();
        foreach (var variant in plan.Variants.Append(plan.Variants[0])
            .TakeWhile(_ => !session.StopToken.IsCancellationRequested))
        {
            if (hasWarmup)
                await SendAsync(session, variant, warmup, ActiveStage.WarmupStageName, session.StopToken);
            await MeasureAsync(session, variant, each, session.StopToken);
        }

        if (_steps.Count > count && _steps[0].Rate > 0)
        {
            var difference = Math.Abs(_steps[^1].Rate / _steps[0].Rate - 1);
            context.Screen.PrintLine(
                $"  One process, one start: the first and the last turn of {plan.Variants[0].Name} differ by "
                + $"{100 * difference:0} %. load compare decides.");
        }

        return session.End(interrupted.IsCancellationRequested ? ExitCode.RunInterrupted
            : _steps.Exists(step => step.Errors > 0) ? ExitCode.ExpectationNotMet : ExitCode.Ok);
    }

    /// <summary>
    /// Sends the variant that a file names, until it names another one. If somebody does so already, the file alone has
    /// told them what to send now.
    /// </summary>
    public async Task<int> FollowAsync(string path, CancellationToken interrupted)
    {
        // Events have a plan, and a file can name what no plan has.
        if (scenario.Output.Events is not null)
            throw scenario.CreateError("events", "cannot be combined with --follow");
        ToolContext.CheckFolder(Path.GetDirectoryName(Path.GetFullPath(path))!, "--follow");
        if (TryOwn(path) is not { } owner)
        {
            context.Screen.PrintLine($"  Another load follows {path}, and sends what it names.");
            return ExitCode.Ok;
        }

        await using var _ = owner;
        await using var session = await StartAsync(interrupted);
        context.Screen.PrintLine($"  follows    {path}; Ctrl-C ends the load");
        PrintHeadings();
        while (!session.StopToken.IsCancellationRequested)
        {
            var named = Read(path);
            using var changed = CancellationTokenSource.CreateLinkedTokenSource(session.StopToken);
            var change = WaitForChangeAsync(path, named, changed);
            try
            {
                var variant = new ComparisonReader(scenario).Find(named);
                await new TargetProbe(session.Sender, scenario.Timeout).ProbeAllAsync([variant], changed.Token);
                await MeasureAsync(session, variant, LongestStep, changed.Token);
            }
            catch (Exception e) when (e is ParseException or TargetUnreachableException or OperationCanceledException)
            {
                if (!changed.IsCancellationRequested)
                    await context.Error.WriteLineAsync($"{path}: {e.Message}");
            }

            await change;
        }

        return session.End(ExitCode.Ok);
    }

    // Files that are shared with a container don't always tell when they change.
    private async Task WaitForChangeAsync(string path, string named, CancellationTokenSource changed)
    {
        while (!changed.IsCancellationRequested && Read(path) == named)
            await Task.Delay(TimeOfLook, context.Time, changed.Token)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await changed.CancelAsync();
    }

    private static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }

    // The system releases the lock of a load that was killed.
    private static FileStream? TryOwn(string path)
    {
        try
        {
            return new FileStream(
                $"{path}.lock", FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, 1, FileOptions.DeleteOnClose);
        }
        catch (IOException)
        {
            return null;
        }
    }

    private async Task<MeasurementSession> StartAsync(CancellationToken interrupted)
    {
        var description = scenario.Describe(scenario.Sent.CreateMix(), "parade");
        var session = new MeasurementSession(context, scenario, plan.Profile.Concurrency, interrupted);
        await new TargetProbe(session.Sender, scenario.Timeout).ProbeAllAsync(plan.Variants, interrupted);
        session.StartEvents(
            description.Name, _progress, () => new ComparisonEvents(description, plan, _progress, context.Time));
        return session;
    }

    private async Task MeasureAsync(
        MeasurementSession session, Variant variant, TimeSpan duration, CancellationToken stop)
    {
        var meter = new UsageMeter(session.Scraper, variant.Processes, context.Time);
        await meter.StartAsync();
        var measurement = await SendAsync(session, variant, duration, ActiveStage.MeasuredStageName, stop);
        var used = await meter.ReadPeriodAsync(measurement.ElapsedSeconds, measurement.Counters.Responses);
        _steps.Add(ParadeStep.Create(measurement, used));
        context.Screen.PrintLine(_steps[^1].Format(variant.Name, FormatRow));
    }

    private async Task<Measurement> SendAsync(
        MeasurementSession session, Variant variant, TimeSpan duration, string stage, CancellationToken stop)
    {
        var run = session.CreateContext(variant.Requests);
        var profile = plan.Profile.WithDuration(duration);
        var measurement = profile.CreateMeasurement(run);
        _progress.StartStage(new ActiveStage(variant.Name, stage, 0, measurement));
        // All variants get the same requests, and other ones before they count.
        var first = stage is ActiveStage.WarmupStageName
            ? ExperimentPlan.GetFirstWarmupIndex(0) : ExperimentPlan.GetFirstIndex(1);
        return await session.RunWithProgressAsync(
            () => new LiveView($"{variant.Name}, {stage}", duration < LongestStep ? duration : null, []),
            async _ =>
            {
                await profile.SendAsync(run, measurement, first, stop);
                return measurement;
            });
    }

    private void PrintHeadings() =>
        context.Screen.PrintLine(FormatRow("variant", "req/s", "p50 ms", "p99 ms", "CPU ms", "kB"));

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
            LatencyResult.GetPercentile(latency, 0.5),
            LatencyResult.GetPercentile(latency, 0.99),
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
