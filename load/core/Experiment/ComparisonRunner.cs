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

    // Variants that share a target get load alone in blocks, so many in a start and in the only one, between readings.
    private const int Blocks = 3;
    private const int BlocksOfOnlyStart = 10;

    private readonly long _startTimestamp = time.GetTimestamp();
    private readonly int _blocks = plan.Starts > 1 ? Blocks : BlocksOfOnlyStart;
    private StartedTargets? _targets;
    private IReadOnlyList<Variant> _variants = plan.Variants;
    private TurnLengths _lengths = TurnLengths.Create(plan.SteadyTurn, plan.Variants.Count);

    /// <summary>Why the comparison ended before its last start; null if it did not.</summary>
    public TargetUnreachableException? Failure { get; private set; }

    private CompleteRounds Rounds => progress.Rounds;

    // With turns of a second, a reading of the metrics around each of them is a small part of it.
    private bool ReadsTurns => _lengths.Lengths.Min() >= TurnLengths.Longest;

    /// <exception cref="TargetUnreachableException">The first start failed.</exception>
    public async Task<CompleteRounds> RunAsync(CancellationToken stop)
    {
        try
        {
            var longest = TimeSpan.Zero;
            for (var start = 1; start <= plan.Starts && !stop.IsCancellationRequested; start++)
            {
                var began = time.GetTimestamp();
                if (Rounds.Count > 0 && time.GetElapsedTime(_startTimestamp) + longest > plan.LongestTime)
                    break;

                // The targets of the next start begin while those of the last one end.
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

                if (_targets.BaseUrls is [_, ..] addresses)
                    Rounds.Variants = _variants = [.. plan.Variants.Zip(addresses, (variant, url) => variant.At(url))];
                await RunStartAsync(start, _targets, stop);
                longest = time.GetElapsedTime(began) > longest ? time.GetElapsedTime(began) : longest;
            }
        }
        catch (Exception e) when (
            stop.IsCancellationRequested && e is OperationCanceledException or TargetUnreachableException)
        {
            // What was measured is reported. Targets that were stopped with the measurement did not fail.
        }
        catch (TargetUnreachableException e) when (Rounds.EndedStarts > 0)
        {
            Failure = e;
        }
        finally
        {
            await (_targets?.DisposeAsync() ?? default);
        }

        Rounds.IsCutShort = stop.IsCancellationRequested || Failure is not null;
        return Rounds;
    }

    private async Task RunStartAsync(int start, StartedTargets targets, CancellationToken stop)
    {
        var observer = new StartObserver(_variants, scraper, time);
        var warmup = new Warmup(
            plan, _variants, targets, scraper, (longest, end) => SettleAsync(observer, longest, end), time);
        await warmup.RunAsync(SendWarmupAsync, stop);
        progress.EndWarmup(warmup.Elapsed);
        if (plan.HasShortTurns)
        {
            // The kernel enforces a limit of the CPU time in periods of 100 ms, which short turns would not meet.
            _lengths = observer.Quota < Environment.ProcessorCount
                ? TurnLengths.Create(TurnLengths.Longest, _variants.Count)
                : TurnLengths.Create(warmup.ResponseTimes);
        }

        await SettleAsync(observer, LongestSettling, stop);
        var machine = createMachineMeter(_variants);
        machine.Start();
        var countersBefore = await targets.ReadCountersAsync(stop);
        await observer.BeginAsync();
        var (machineBefore, toolBefore) = (machine.Read(), getToolCpu());
        var sent = new SentCount[_variants.Count];
        var periods = _variants.Select(_ => new List<UsagePeriod>()).ToArray();
        for (var round = 1; HasRound(start, round, observer) && !stop.IsCancellationRequested; round++)
        {
            var order = plan.ShuffleRound(Rounds.Count).Where(variant => _lengths.TakesPart(variant, round));
            foreach (var (place, variant) in order.Index().TakeWhile(_ => !stop.IsCancellationRequested))
                await MeasureAsync(new Turn(variant, start, round, place + 1, 0), observer, sent, periods[variant], stop);
            if (!stop.IsCancellationRequested)
                progress.EndRound();
        }

        var (machineUse, toolCpu) = (machine.Read() - machineBefore, getToolCpu() - toolBefore);
        await SettleAsync(observer, LongestSettling, stop);
        await observer.EndAsync(sent);
        var counters = stop.IsCancellationRequested ? [] : await targets.ReadCountersAsync(stop);
        await RunBlocksAsync(observer, periods, stop);
        ProcessMetrics?[] increases =
            [.. countersBefore.Zip(counters, (from, to) => from is null ? null : to?.GetIncreaseSince(from))];
        progress.EndStart(new StartSummary(
            machine.Summarize(MachineMeter.Attribute(machineUse, toolCpu, observer.GetUsages())),
            await scraper.DescribeTargetsAsync(_variants.Select(variant => (variant.Name, variant.Processes))),
            [
                .. _variants.Index().Select(variant =>
                    CreateCosts(variant.Index, start, observer, periods[variant.Index], increases)),
            ],
            observer.GetUsages(),
            await CoolDownAsync(stop))
        {
            Turns = _lengths.Describe(),
        });
    }

    // The rounds of a start end when its part of the time limit does, without what comes after them. However long the
    // first start takes, it has rounds: with none, the next ones would have none either.
    private bool HasRound(int start, int round, StartObserver observer)
    {
        if (plan.Rounds is { } rounds)
            return round <= rounds;
        var blocks = Enumerable.Range(0, _variants.Count)
            .Aggregate(TimeSpan.Zero, (sum, variant) => sum + observer.GetTimeOfBlocks(variant));
        var elapsed = time.GetElapsedTime(_startTimestamp) + (ReadsTurns ? TimeSpan.Zero : blocks) + plan.CoolDown;
        return round <= Math.Max(ExperimentPlan.FewestRounds, _lengths.Period)
                && (start == 1 || elapsed < plan.LongestTime)
            || elapsed < start * plan.TimeLimit!.Value / plan.Starts;
    }

    private VariantCosts CreateCosts(
        int variant, int start, StartObserver observer, List<UsagePeriod> periods, ProcessMetrics?[] increases)
    {
        Turn[] turns = [.. Rounds.Turns.Where(turn => turn.Start == start && turn.Variant == variant)];
        // The counters of a shared target do not tell its variants apart.
        var whole = observer.GetPeriod(variant, turns).Map((name, used) =>
            name == MonitoredProcess.Target && !observer.SharesTarget(variant)
                && increases.ElementAtOrDefault(variant) is { } counters
                ? used.WithCounters(counters)
                : used);
        // Metrics come from blocks or turns, if there are any, and CPU times from the clock, which is more exact.
        var ofRounds = whole.Map((name, used) =>
            periods.Exists(period => period.Processes[name] is { Program: null })
                ? new ProcessMetrics { CpuSeconds = used.CpuSeconds }
                : used);
        return new VariantCosts(
        [
            ofRounds,
            .. periods.Select(period => period.Map((name, used) =>
                whole.Processes[name]?.CpuSeconds is null ? used : used with { CpuSeconds = null })),
        ])
        {
            IsClocked = observer.IsClocked(variant),
            CpuOutside = observer.GetCpuOutside(variant, turns),
        };
    }

    // Waits until the targets have done what they do after answers: for two steps, they use next to nothing.
    private async Task SettleAsync(StartObserver observer, TimeSpan longest, CancellationToken stop)
    {
        var began = time.GetTimestamp();
        for (var idle = 0; idle < 2 && time.GetElapsedTime(began) < longest && !stop.IsCancellationRequested;)
        {
            var before = observer.ReadTargetClocks();
            await Task.Delay(SettlingStep, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            idle = observer.ReadTargetClocks() - before <= BusyShare * SettlingStep.TotalSeconds ? idle + 1 : 0;
        }
    }

    // Each variant gets load alone, between readings of the metrics, which would cost too much around each turn.
    private async Task RunBlocksAsync(StartObserver observer, List<UsagePeriod>[] periods, CancellationToken stop)
    {
        int[] variants = ReadsTurns ? [] : [.. Enumerable.Range(0, _variants.Count)
            .Where(variant => observer.GetTimeOfBlocks(variant) > TimeSpan.Zero)];
        for (var block = 1; block <= _blocks; block++)
        {
            foreach (var index in variants.TakeWhile(_ => !stop.IsCancellationRequested))
            {
                var variant = _variants[index];
                var meter = new UsageMeter(scraper, variant.Processes, time);
                await meter.StartAsync();
                var requests = ExperimentPlan.GetFirstWarmupIndex(Rounds.Count + block);
                var profile = plan.Profile.WithDuration(observer.GetTimeOfBlocks(index) / _blocks);
                var measurement = await SendAsync(variant, profile, ActiveStage.WarmupStageName, 0, requests, stop);
                periods[index].Add(
                    await meter.ReadPeriodAsync(measurement.ElapsedSeconds, measurement.Counters.Responses));
            }
        }
    }

    // Waits for the cool-down, and then reads the metrics of each variant once more; of none without a cool-down.
    private async Task<IReadOnlyList<IReadOnlyDictionary<string, ProcessMetrics?>>> CoolDownAsync(
        CancellationToken stop)
    {
        if (plan.CoolDown > TimeSpan.Zero)
            await Task.Delay(plan.CoolDown, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (plan.CoolDown <= TimeSpan.Zero || stop.IsCancellationRequested)
            return [];
        return await Task.WhenAll(
            _variants.Select(variant => new UsageMeter(scraper, variant.Processes, time).ReadLevelsAsync()));
    }

    private async Task MeasureAsync(
        Turn planned, StartObserver observer, SentCount[] sent, List<UsagePeriod> periods, CancellationToken stop)
    {
        var (index, overall) = (planned.Variant, Rounds.Count + 1);
        var variant = _variants[index];
        if (plan.Lead > TimeSpan.Zero)
        {
            sent[index] += SentCount.Of(await SendWarmupAsync(
                variant, plan.Lead, overall, ExperimentPlan.GetFirstWarmupIndex(overall), stop));
        }

        var meter = ReadsTurns ? new UsageMeter(scraper, variant.Processes, time) : null;
        if (meter is not null)
            await meter.StartAsync();
        var (toolBefore, atS) = (getToolCpu(), time.GetElapsedTime(_startTimestamp).TotalSeconds);
        var clocksBefore = observer.ReadClocks(index);
        var measurement = await SendAsync(
            variant,
            plan.Profile.WithDuration(_lengths.Lengths[index]),
            ActiveStage.MeasuredStageName,
            overall,
            ExperimentPlan.GetFirstIndex(overall),
            stop);
        var clocks = observer.ReadClocks(index);
        var turn = new Turn(index, planned.Start, planned.Round, planned.Place, atS, measurement)
        {
            CpuSeconds = [.. clocks.Zip(clocksBefore, (after, before) => after - before)],
            ToolCpuSeconds = (getToolCpu() - toolBefore).TotalSeconds,
        };
        if (meter is not null)
            periods.Add(await meter.ReadPeriodAsync(turn.ElapsedSeconds, turn.Replies));
        sent[index] += SentCount.Of(measurement);
        progress.AddTurn(turn, measurement);
    }

    private Task<Measurement> SendWarmupAsync(
        Variant variant, TimeSpan duration, int round, long firstIndex, CancellationToken stop) => SendAsync(
        variant, plan.Profile.CreateWarmup(duration), ActiveStage.WarmupStageName, round, firstIndex, stop);

    private async Task<Measurement> SendAsync(
        Variant variant, LoadProfile profile, string stage, int round, long firstIndex, CancellationToken stop)
    {
        var context = createContext(variant);
        var measurement = profile.CreateMeasurement(context);
        progress.StartStage(
            new ActiveStage(variant.Name, stage, round, measurement) { Processes = variant.Processes });
        await profile.SendAsync(context, measurement, firstIndex, stop);
        if (measurement.Counters is { Requests: > 0, Responses: 0 } && !stop.IsCancellationRequested)
            await _targets!.ReportSilenceAsync(variant.Requests.BaseUrl, measurement.Counters.FormatFailures());
        return measurement;
    }
}
