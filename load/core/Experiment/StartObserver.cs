namespace TwoTier.Load.Experiment;

/// <summary>
/// Observes the monitored processes in the rounds of one start. Between the first turn and the last, it reads nothing
/// but clocks of the operating system, so that nothing except load reaches a target.
/// </summary>
internal sealed class StartObserver
{
    private static readonly TimeSpan TimeOfCpuBlocks = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan TimeOfBlocks = TimeSpan.FromSeconds(0.3);

    private readonly Observed[] _processes;
    private readonly Observed[][] _ofVariants;

    public StartObserver(IReadOnlyList<Variant> variants, PrometheusScraper scraper, TimeProvider time)
    {
        _processes =
        [
            .. variants.Index()
                .SelectMany(variant => variant.Item.Processes.Select(process => (variant.Index, Process: process)))
                .GroupBy(one => (one.Process.Name, one.Process.MetricsUrl))
                .Select(same => new Observed(
                    same.First().Process with { IsCounted = same.All(one => one.Process.IsCounted) },
                    [.. same.Select(one => one.Index)],
                    scraper,
                    time)),
        ];
        _ofVariants =
        [
            .. variants.Index().Select(variant => variant.Item.Processes.Select(process =>
                _processes.First(one => one.Process.Name == process.Name
                    && one.Process.MetricsUrl == process.MetricsUrl)).ToArray()),
        ];
        // A process that listens at several ports serves several variants.
        foreach (var one in _processes)
        {
            one.IsShared = one.Variants.Length > 1 || _processes.Any(other => other != one
                && other.Process.Name == one.Process.Name
                && one.Clock?.Listeners.Intersect(other.Clock?.Listeners ?? []).Any() is true);
        }
    }

    /// <summary>The least number of cores that a limit leaves a target; null if none is limited.</summary>
    public double? Quota => _processes.Where(one => one.Process.Name == MonitoredProcess.Target)
        .SelectMany(one => one.Clock?.Listeners ?? [])
        .Min(id => CpuQuota.Read(id));

    /// <summary>Reads the clocks of the processes of a variant, in their order; null for one without.</summary>
    public double?[] ReadClocks(int variant) => [.. _ofVariants[variant].Select(one => one.Clock?.ReadClock())];

    /// <summary>Adds up the clocks of all targets.</summary>
    public double ReadTargetClocks() => _processes.Where(one => one.Process.Name == MonitoredProcess.Target)
        .Sum(one => one.Clock?.ReadClock() ?? 0);

    /// <summary>
    /// How long the blocks of a variant take whose costs come from metrics, because another one shares its target: long
    /// for CPU time, where no clock reaches a process, and short for memory and threads; 0 without blocks.
    /// </summary>
    public TimeSpan GetTimeOfBlocks(int variant) => _ofVariants[variant].Where(one => one.IsShared).ToArray() switch
    {
        var shared when shared.Any(one => one.Clock is null) => TimeOfCpuBlocks,
        var shared when FindTarget(shared) is { HasPage: true } => TimeOfBlocks,
        _ => TimeSpan.Zero,
    };

    public bool SharesTarget(int variant) => FindTarget(_ofVariants[variant]) is { IsShared: true };

    /// <summary>Whether the clock of the target of a variant had the same processes all the time.</summary>
    public bool IsClocked(int variant) => FindTarget(_ofVariants[variant]) is { IsSteady: true };

    public Task BeginAsync() => Task.WhenAll(_processes.Select(one => one.BeginAsync()));

    /// <summary>Reads what the processes used since the beginning.</summary>
    /// <param name="sent">What was sent to each variant.</param>
    public Task EndAsync(IReadOnlyList<SentCount> sent) => Task.WhenAll(_processes.Select(one =>
        one.EndAsync(one.Variants.Select(variant => sent[variant]).Aggregate((sum, more) => sum + more))));

    /// <summary>Gets what each process used, and whether it counted what was sent.</summary>
    public IReadOnlyList<ResourceUsage> GetUsages() => [.. _processes.Select(one => one.Usage)];

    /// <summary>
    /// Gets what a variant's processes used in the rounds: of a process of its own the metrics and the whole CPU time,
    /// and of a shared one the CPU time in the turns.
    /// </summary>
    public UsagePeriod GetPeriod(int variant, IReadOnlyCollection<Turn> turns) => new(
        turns.Sum(turn => turn.ElapsedSeconds),
        turns.Sum(turn => turn.Replies),
        _ofVariants[variant].Index().ToDictionary(one => one.Item.Process.Name, one =>
        {
            var (process, used) = (one.Item, one.Item.Usage.Processes[one.Item.Process.Name]);
            return !process.IsShared ? used : used is null && process.Clock is null ? null : new ProcessMetrics
            {
                Program = used?.Program,
                IsForwarder = used?.IsForwarder is true,
                CpuSeconds = process.IsSteady ? SumClock(turns, one.Index) : null,
            };
        }));

    /// <summary>
    /// Gets the CPU time in seconds that the target of a variant used between its turns; null if it is not known.
    /// </summary>
    public double? GetCpuOutside(int variant, IEnumerable<Turn> turns)
    {
        if (FindTarget(_ofVariants[variant]) is not { IsShared: false, IsSteady: true } target)
            return null;
        var place = Array.IndexOf(_ofVariants[variant], target);
        var outside = target.Usage.Processes[target.Process.Name]?.CpuSeconds - SumClock(turns, place);
        return outside < 0 ? 0 : outside;
    }

    private static double? SumClock(IEnumerable<Turn> turns, int place) =>
        turns.Aggregate((double?)0, (sum, turn) => sum + turn.CpuSeconds[place]);

    private static Observed? FindTarget(Observed[] processes) =>
        processes.FirstOrDefault(one => one.Process.Name == MonitoredProcess.Target);

    private sealed class Observed(
        MonitoredProcess process, int[] variants, PrometheusScraper scraper, TimeProvider time)
    {
        private readonly UsageMeter _meter = new(scraper, [process], time);

        public MonitoredProcess Process => process;
        public int[] Variants => variants;
        public bool IsShared { get; set; }
        public IUsageSource? Clock { get; } = scraper.FindClock(process);
        public bool HasPage { get; private set; }
        public ResourceUsage Usage { get; private set; } =
            new(new Dictionary<string, ProcessMetrics?> { [process.Name] = null });

        /// <summary>Whether the clock had the same processes all the time.</summary>
        public bool IsSteady => Clock is not null && _changes == Clock.Changes;

        private double? _clockBefore;
        private int _changes;

        public async Task BeginAsync()
        {
            await _meter.StartAsync();
            HasPage = _meter.HasPage;
            _clockBefore = (Clock is null ? null : await Clock.ReadAsync())?.CpuSeconds;
            _changes = Clock?.Changes ?? 0;
        }

        public async Task EndAsync(SentCount sent)
        {
            var clock = (Clock is null ? null : await Clock.ReadAsync())?.CpuSeconds - _clockBefore;
            Usage = await _meter.MeasureAsync(sent);
            if (clock is not null && Usage.Processes[process.Name] is { IsForwarder: false } used)
            {
                Usage = Usage with
                {
                    Processes = new Dictionary<string, ProcessMetrics?> { [process.Name] = used with { CpuSeconds = clock } },
                };
            }
        }
    }
}
