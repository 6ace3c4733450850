namespace TwoTier.Load.Experiment;

/// <summary>
/// Runs a comparison: in each start of the targets, warms up all variants, and measures them in shuffled rounds.
/// </summary>
internal sealed class ComparisonRunner(
    ExperimentPlan plan,
    Func<int, CancellationToken, Task<StartedTargets>> startTargets,
    Func<Variant, RunContext> createContext,
    PrometheusScraper scraper,
    Func<IReadOnlyList<Variant>, MachineMeter> createMachineMeter,
    TimeProvider time,
    Func<TimeSpan> getToolCpu,
    ComparisonProgress progress)
{
    // Work that is left after the answers is waited for until it takes less than a tenth of a core.
    private const double BusyShare = 0.1;
    private static readonly TimeSpan SettlingStep = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestSettling = TimeSpan.FromSeconds(5);

    private readonly long _startTimestamp = time.GetTimestamp();
    private readonly LoadProfile _profile = plan.Profile.WithDuration(plan.TrialDuration);
    private readonly DisturbedRounds _disturbed = new();
    private StartedTargets? _targets;
    private UsageMeter[] _meters = [];

    public ExperimentPlan Plan { get; private set; } = plan;

    /// <summary>Why the comparison ended before its last start; null if it did not.</summary>
    public TargetUnreachableException? Failure { get; private set; }

    /// <summary>The time that was used before, for a pilot.</summary>
    public TimeSpan Used { get; init; }

    /// <exception cref="TargetUnreachableException">The first start failed.</exception>
    public async Task<CompleteRounds> RunAsync(CancellationToken stop)
    {
        try
        {
            var longest = TimeSpan.Zero;
            for (var start = 1; start <= Plan.Starts && !stop.IsCancellationRequested; start++)
            {
                if (IsOverTimeIn(longest))
                {
                    Plan = Plan.EndAfter(progress.Rounds);
                    break;
                }

                // The targets of the next start begin while those of the last one end.
                var began = time.GetTimestamp();
                var (starting, last) = (startTargets(start, stop), _targets);
                _targets = null;
                try
                {
                    await (last?.DisposeAsync() ?? default);
                }
                finally
                {
                    _targets = await starting;
                }

                Plan = Plan.At(_targets.BaseUrls);
                await RunStartAsync(start, _targets, began, stop);
                if (Plan.IsOverTime || Plan.CanStop(progress.Rounds))
                    break;
                longest = time.GetElapsedTime(began) > longest ? time.GetElapsedTime(began) : longest;
            }
        }
        catch (Exception e) when (
            stop.IsCancellationRequested && e is OperationCanceledException or TargetUnreachableException)
        {
            // What was measured is reported. Targets that were stopped with the measurement did not fail.
        }
        catch (TargetUnreachableException e) when (progress.Rounds.EndedStarts > 0)
        {
            Failure = e;
        }
        finally
        {
            await (_targets?.DisposeAsync() ?? default);
        }

        return progress.Rounds;
    }

    private bool IsOverTimeIn(TimeSpan duration) => progress.Rounds.Count > 0
        && Used + time.GetElapsedTime(_startTimestamp) + duration > Plan.LongestTime;

    private async Task RunStartAsync(int start, StartedTargets targets, long began, CancellationToken stop)
    {
        var warmup = new Warmup(Plan, targets, scraper, time);
        await warmup.RunAsync(SendWarmupAsync, stop);
        progress.EndWarmup(warmup.Elapsed);
        if (start == 1 && Plan.Starts > 1)
            Plan = Plan.WithTimeOfStart(time.GetElapsedTime(began));

        await SettleAsync(CreateMeters(), stop);
        await scraper.MeasureCostsAsync(Plan.Variants.SelectMany(variant => variant.Processes));
        _meters = CreateMeters();
        var machine = createMachineMeter(Plan.Variants);
        machine.Start();
        var countersBefore = await targets.ReadCountersAsync(stop);
        var isOver = false;
        for (var round = 1; round <= Plan.Rounds && !isOver && !stop.IsCancellationRequested; round++)
        {
            var overall = progress.Rounds.Count + 1;
            var order = Plan.TrialOrder[overall - 1].Index().TakeWhile(_ => !stop.IsCancellationRequested);
            foreach (var (place, variant) in order)
                await MeasureAsync(start, round, overall, place + 1, variant, machine, stop);
            if (stop.IsCancellationRequested)
                break;
            if (_disturbed.MustRepeat(progress.CurrentRound.Select(trial => trial.Machine?.DisturbedShare)))
            {
                progress.DiscardRound();
                Plan = Plan.WithRepeatedRound();
                round--;
                continue;
            }

            progress.EndRound();
            isOver = round < Plan.Rounds && IsOverTimeIn(TimeSpan.Zero);
            if (Plan.Starts == 1 && Plan.CanStop(progress.Rounds))
                break;
        }

        var counters = stop.IsCancellationRequested ? [] : await targets.ReadCountersAsync(stop);
        await SettleAsync(_meters, stop);
        progress.EndStart(new StartSummary(
            machine.Summarize(progress.Rounds.GetMachine(start)),
            await scraper.DescribeTargetsAsync(Plan.Variants.Select(variant => (variant.Name, variant.Processes))),
            [.. countersBefore.Zip(counters, (from, to) => from is null ? null : to?.GetIncreaseSince(from))],
            await CoolDownAsync(stop))
        {
            CpuBetweenTurns = HaveOwnProcesses ? [.. _meters.Select(meter => meter.CpuBetween)] : [],
        });
        if (isOver)
            Plan = Plan.EndAfter(progress.Rounds);
    }

    private bool HaveOwnProcesses => Plan is { BaselineReplicateIndex: null, MonitorsTarget: true }
        && scraper.AreDistinct(Plan.Variants.SelectMany(variant => variant.Processes)
            .Where(process => process.Name == MonitoredProcess.Target));

    // If each variant has a process of its own, waits until they have done what they do after answers.
    private async Task SettleAsync(UsageMeter[] meters, CancellationToken stop)
    {
        var began = time.GetTimestamp();
        var used = HaveOwnProcesses ? double.MaxValue : 0;
        while (used > BusyShare * SettlingStep.TotalSeconds && time.GetElapsedTime(began) < LongestSettling
            && !stop.IsCancellationRequested)
        {
            await Task.WhenAll(meters.Select(meter => meter.StartAsync()));
            var before = meters.Sum(meter => meter.CpuBetween);
            await Task.Delay(SettlingStep, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await Task.WhenAll(meters.Select(meter => meter.StartAsync()));
            used = meters.Sum(meter => meter.CpuBetween) - before ?? 0;
        }
    }

    // Waits for the cool-down, and then reads the metrics of each variant once more; of none without a cool-down.
    private async Task<IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>>> CoolDownAsync(
        CancellationToken stop)
    {
        if (Plan.CoolDown > TimeSpan.Zero)
            await Task.Delay(Plan.CoolDown, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (Plan.CoolDown <= TimeSpan.Zero || stop.IsCancellationRequested)
            return [];
        return await Task.WhenAll(Plan.Variants.Select(variant => CreateMeter(variant).ReadLevelsAsync()));
    }

    private async Task MeasureAsync(
        int start, int round, int overall, int place, int variantIndex, MachineMeter machine, CancellationToken stop)
    {
        var variant = Plan.MeasuredVariants[variantIndex];
        var meter = _meters[variantIndex];
        // A round that is measured again has requests of its own.
        var requests = overall + Plan.RepeatedRounds;
        await meter.StartAsync();
        await meter.MeasureAsync(await SendWarmupAsync(
            variant, Plan.TrialWarmup, overall, ExperimentPlan.GetFirstWarmupIndex(requests), stop));

        var machineBefore = machine.Read();
        var cpuBefore = getToolCpu();
        var startSeconds = time.GetElapsedTime(_startTimestamp).TotalSeconds;
        var measurement = await SendAsync(
            variant,
            _profile.ForRound(requests),
            ActiveStage.MeasuredStageName,
            overall,
            ExperimentPlan.GetFirstIndex(requests),
            stop);
        var toolCpu = getToolCpu() - cpuBefore;
        var machineUse = machine.Read() - machineBefore;
        var seconds = measurement.ElapsedSeconds;
        var toolCores = seconds > 0 ? toolCpu.TotalSeconds / seconds : 0;
        var usage = await meter.MeasureAsync(measurement);
        var trial = new Trial(variantIndex, round, place, startSeconds, measurement, usage, toolCores)
        {
            Start = start,
            Machine = MachineMeter.Attribute(machineUse, toolCpu, usage),
        };
        progress.AddTrial(trial, measurement);
    }

    private Task<Measurement> SendWarmupAsync(
        Variant variant, TimeSpan duration, int round, long firstIndex, CancellationToken stop) => SendAsync(
        variant, Plan.Profile.CreateWarmup(duration), ActiveStage.WarmupStageName, round, firstIndex, stop);

    // A warm-up of no duration sends nothing.
    private async Task<Measurement> SendAsync(
        Variant variant, LoadProfile profile, string stage, int round, long firstIndex, CancellationToken stop)
    {
        var context = createContext(variant);
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(new ActiveStage(variant.Name, stage, round, measurement));
        if (profile.Duration != TimeSpan.Zero)
            await profile.SendAsync(context, measurement, firstIndex, stop);
        if (measurement.Counters is { Requests: > 0, Responses: 0 } && !stop.IsCancellationRequested)
            await _targets!.ReportSilenceAsync(variant.Requests.BaseUrl, measurement.Counters.FormatFailures());
        return measurement;
    }

    private UsageMeter[] CreateMeters() => [.. Plan.MeasuredVariants.Select(CreateMeter)];

    private UsageMeter CreateMeter(Variant variant) => new(scraper, variant.Processes, time);
}
