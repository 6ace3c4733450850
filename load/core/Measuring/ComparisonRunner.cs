using TwoTier.Load.Events;

namespace TwoTier.Load.Measuring;

/// <summary>
/// Runs a comparison: in each start of the targets, warms up all variants, and measures them in shuffled rounds.
/// </summary>
internal sealed class ComparisonRunner(
    LoadSession session,
    RunDescription description,
    ExperimentPlan plan,
    Func<int, CancellationToken, Task<StartedTargets>>? startTargets = null)
{
    // Work that is left after the answers is waited for until it takes less than a tenth of a core.
    private const double BusyShare = 0.1;
    private const long MaxGarbageBytes = 12_000_000;
    private static readonly TimeSpan SettlingStep = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestSettling = TimeSpan.FromSeconds(5);

    // Variants that share a target get load alone in blocks, so many in a start and in the only one, between readings.
    private const int Blocks = 3;
    private const int BlocksOfOnlyStart = 10;

    private readonly PrometheusScraper _scraper = session.Scraper;
    private readonly TimeProvider _time = session.Time;
    private readonly int _blocks = plan.Starts > 1 ? Blocks : BlocksOfOnlyStart;
    private DateTimeOffset _started = session.Time.GetUtcNow();
    private long _startTimestamp;
    private StartedTargets? _targets;
    private IReadOnlyList<Variant> _variants = plan.Variants;
    private TurnLengths _lengths = TurnLengths.Create(plan.SteadyTurn, plan.Variants.Count);

    /// <summary>Why the comparison ended before its last start; null if it did not.</summary>
    public TargetUnreachableException? Failure { get; private set; }

    public ComparisonProgress Progress { get; } = new();

    public EventSource Source => EventSource.FromComparison(description, plan, Progress);

    private CompleteRounds Rounds => Progress.Rounds;

    // With turns of a second, a reading of the metrics around each of them is a small part of it.
    private bool ReadsTurns => _lengths.Lengths.Min() >= TurnLengths.Longest;

    /// <exception cref="OperationCanceledException">The comparison was stopped during the first round.</exception>
    /// <exception cref="TargetUnreachableException">The first start failed.</exception>
    public async Task<CompleteRounds> RunAsync(CancellationToken stop)
    {
        (_started, _startTimestamp) = (_time.GetUtcNow(), _time.GetTimestamp());
        try
        {
            var longest = TimeSpan.Zero;
            for (var start = 1; start <= plan.Starts && !stop.IsCancellationRequested; start++)
            {
                var began = _time.GetTimestamp();
                if (Rounds.Count > 0 && _time.GetElapsedTime(_startTimestamp) + longest > plan.LongestTime)
                    break;

                // The targets of the next start begin while those of the last one end.
                var starting = startTargets?.Invoke(start, stop) ?? Task.FromResult(new StartedTargets());
                var last = _targets;
                _targets = null;
                try
                {
                    await (last?.DisposeAsync() ?? default);
                }
                finally
                {
                    _targets = await starting;
                }

                var (addresses, monitored) = (_targets.BaseUrls, _targets.Monitored);
                if (addresses.Count > 0)
                    Rounds.Variants = _variants = [.. plan.Variants.Zip(addresses, (one, url) => one.At(url, monitored))];
                await RunStartAsync(start, _targets, stop);
                longest = _time.GetElapsedTime(began) > longest ? _time.GetElapsedTime(began) : longest;
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
        return Rounds.Count > 0
            ? Rounds
            : throw new OperationCanceledException("Stopped during the first round. There is nothing to report.", stop);
    }

    public Result Complete(CompleteRounds rounds) =>
        new ComparisonResultBuilder(description, plan).Build(rounds, _started, _time.GetUtcNow());

    private async Task RunStartAsync(int start, StartedTargets targets, CancellationToken stop)
    {
        var observer = new StartObserver(_variants, _scraper, _time);
        var warmup = new Warmup(
            plan, _variants, targets, _scraper, (longest, end) => SettleAsync(observer, longest, end), _time);
        await warmup.RunAsync(SendWarmupAsync, stop);
        if (plan.HasShortTurns)
        {
            // The kernel enforces a limit of the CPU time in periods of 100 ms, which short turns would not meet.
            _lengths = observer.Quota < Environment.ProcessorCount
                ? TurnLengths.Create(TurnLengths.Longest, _variants.Count)
                : TurnLengths.Create(warmup.ResponseTimes);
        }

        await SettleAsync(observer, LongestSettling, stop);
        var machine = session.CreateMachineMeter(
            _variants.Select(variant => variant.Requests.BaseUrl), _variants.SelectMany(one => one.Processes));
        machine.Start();
        var countersBefore = await targets.ReadCountersAsync(stop);
        await observer.BeginAsync();
        var (machineBefore, toolBefore) = (machine.Read(), session.GetOwnCpuTime());
        var sent = new SentCount[_variants.Count];
        var periods = _variants.Select(_ => new List<UsagePeriod>()).ToArray();
        for (var round = 1; HasRound(start, round, observer) && !stop.IsCancellationRequested; round++)
        {
            var order = plan.ShuffleRound(Rounds.Count).Where(variant => _lengths.TakesPart(variant, round));
            foreach (var variant in order.TakeWhile(_ => !stop.IsCancellationRequested))
                await MeasureAsync(variant, start, round, observer, sent, periods[variant], stop);
            if (!stop.IsCancellationRequested)
                Progress.EndRound();
            CollectGarbage();
        }

        var (machineUse, toolCpu) = (machine.Read() - machineBefore, session.GetOwnCpuTime() - toolBefore);
        await SettleAsync(observer, LongestSettling, stop);
        await observer.EndAsync(sent);
        var counters = stop.IsCancellationRequested ? [] : await targets.ReadCountersAsync(stop);
        await RunBlocksAsync(observer, periods, stop);
        ProcessMetrics?[] increases =
            [.. countersBefore.Zip(counters, (from, to) => from is null ? null : to?.GetIncreaseSince(from))];
        Progress.EndStart(new StartSummary(
            machine.Summarize(MachineMeter.Attribute(machineUse, toolCpu, observer.GetUsages())),
            await _scraper.DescribeTargetsAsync(_variants.Select(variant => (variant.Name, variant.Processes))),
            [
                .. _variants.Index().Select(variant =>
                    CreateCosts(variant.Index, start, observer, periods[variant.Index], increases)),
            ],
            observer.GetUsages(),
            await CoolDownAsync(stop))
        {
            Turns = _lengths.Describe(),
            IsWarm = warmup.IsWarm,
            ReadyTimes = targets.ReadyTimes,
        });
    }

    // Turns leave histograms. They are collected between two rounds, when nothing is measured; the runtime would do it
    // during a turn.
    private static void CollectGarbage()
    {
        if (GC.GetTotalMemory(forceFullCollection: false) > MaxGarbageBytes)
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    // The rounds of a start end when its part of the time limit does, without what comes after them. However long the
    // first start takes, it has rounds: with none, the next ones would have none either.
    private bool HasRound(int start, int round, StartObserver observer)
    {
        if (plan.Rounds is { } rounds)
            return round <= rounds;
        var blocks = Enumerable.Range(0, _variants.Count)
            .Aggregate(TimeSpan.Zero, (sum, variant) => sum + observer.GetTimeOfBlocks(variant));
        var elapsed = _time.GetElapsedTime(_startTimestamp) + (ReadsTurns ? TimeSpan.Zero : blocks) + plan.CoolDown;
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
        var began = _time.GetTimestamp();
        for (var idle = 0; idle < 2 && _time.GetElapsedTime(began) < longest && !stop.IsCancellationRequested;)
        {
            var before = observer.ReadTargetClocks();
            await Task.Delay(SettlingStep, _time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
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
                var meter = new UsageMeter(_scraper, variant.Processes, _time);
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
            await Task.Delay(plan.CoolDown, _time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (plan.CoolDown <= TimeSpan.Zero || stop.IsCancellationRequested)
            return [];
        return await Task.WhenAll(
            _variants.Select(variant => new UsageMeter(_scraper, variant.Processes, _time).ReadLevelsAsync()));
    }

    private async Task MeasureAsync(
        int index,
        int start,
        int round,
        StartObserver observer,
        SentCount[] sent,
        List<UsagePeriod> periods,
        CancellationToken stop)
    {
        var (variant, overall) = (_variants[index], Rounds.Count + 1);
        if (plan.Lead > TimeSpan.Zero)
        {
            sent[index] += SentCount.Of(await SendWarmupAsync(
                variant, plan.Lead, overall, ExperimentPlan.GetFirstWarmupIndex(overall), stop));
        }

        var meter = ReadsTurns ? new UsageMeter(_scraper, variant.Processes, _time) : null;
        if (meter is not null)
            await meter.StartAsync();
        var (toolBefore, clocksBefore) = (session.GetOwnCpuTime(), observer.ReadClocks(index));
        var measurement = await SendAsync(
            variant,
            plan.Profile.WithDuration(_lengths.Lengths[index]),
            ActiveStage.MeasuredStageName,
            overall,
            ExperimentPlan.GetFirstIndex(overall),
            stop);
        var clocks = observer.ReadClocks(index);
        var turn = new Turn(index, start, round, measurement)
        {
            CpuSeconds = [.. clocks.Zip(clocksBefore, (after, before) => after - before)],
            ToolCpuSeconds = (session.GetOwnCpuTime() - toolBefore).TotalSeconds,
        };
        if (meter is not null)
            periods.Add(await meter.ReadPeriodAsync(turn.ElapsedSeconds, turn.Replies));
        sent[index] += SentCount.Of(measurement);
        Progress.AddTurn(turn, measurement);
    }

    private Task<Measurement> SendWarmupAsync(
        Variant variant, TimeSpan duration, int round, long firstIndex, CancellationToken stop) => SendAsync(
        variant, plan.Profile.CreateWarmup(duration), ActiveStage.WarmupStageName, round, firstIndex, stop);

    private async Task<Measurement> SendAsync(
        Variant variant, LoadProfile profile, string stage, int round, long firstIndex, CancellationToken stop)
    {
        var context = session.CreateContext(variant.Requests);
        var measurement = profile.CreateMeasurement(context);
        Progress.StartStage(
            new ActiveStage(variant.Name, stage, round, measurement) { Processes = variant.Processes });
        await profile.SendAsync(context, measurement, firstIndex, stop);
        if (measurement.Counters is { Requests: > 0, Responses: 0 } && !stop.IsCancellationRequested)
            await _targets!.ReportSilenceAsync(variant.Requests.BaseUrl, measurement.Counters.FormatFailures());
        return measurement;
    }
}
