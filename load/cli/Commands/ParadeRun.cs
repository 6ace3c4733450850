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
        await using var session = CreateSession(interrupted);
        var parade = await StartAsync(session, interrupted);
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

        PrintHeadings();
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
        await using var session = CreateSession(interrupted);
        var parade = await StartAsync(session, interrupted);
        context.Screen.PrintLine($"  follows    {path}; Ctrl-C ends the load");
        PrintHeadings();
        while (!interrupted.IsCancellationRequested)
        {
            var named = Read(path);
            using var changed = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
            var change = WaitForChangeAsync(path, named, changed);
            try
            {
                var variant = new ComparisonReader(scenario).Find(named);
                await session.ProbeAsync([variant], changed.Token);
                await MeasureAsync(parade, variant, LongestStep, changed.Token);
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

    private MeasurementSession CreateSession(CancellationToken interrupted) =>
        new(context, scenario, plan.Profile.Concurrency, interrupted);

    private async Task<Parade> StartAsync(MeasurementSession session, CancellationToken interrupted)
    {
        var description = scenario.Describe(scenario.Sent.CreateMix(), "parade");
        await session.ProbeAsync(plan.Variants, interrupted);
        var parade = new Parade(session, description, plan);
        session.StartEvents(description.Name, parade.Source);
        return parade;
    }

    private async Task<ParadeStep> MeasureAsync(
        Parade parade, Variant variant, TimeSpan duration, CancellationToken stop)
    {
        var step = await context.Screen.ShowWhileAsync(
            () => new LiveView(
                $"{variant.Name}, {ActiveStage.MeasuredStageName}", duration < LongestStep ? duration : null),
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

    private void PrintHeadings() =>
        context.Screen.PrintLine(FormatRow("variant", "req/s", "p50 ms", "p99 ms", "CPU ms", "kB"));

    private string FormatRow(string name, params string[] figures) =>
        $"  {name.PadRight(_width)}{string.Concat(figures.Select(figure => figure.PadLeft(9)))}";
}
