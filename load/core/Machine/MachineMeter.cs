namespace TwoTier.Load.Machine;

/// <summary>
/// The use of this machine while load was sent, null if it could not be read.
/// </summary>
internal sealed record MachineUsage(MachineCounters? Counters)
{
    /// <summary>
    /// The share of the CPU time that others used; null if it is not known, or the time too short for CPU times.
    /// </summary>
    public double? OtherShare => Counters is { ElapsedSeconds: >= 1 } ? Counters.OtherShare : null;

    /// <summary>Whether no target shares this machine with the load tool.</summary>
    public bool TargetsAreElsewhere { get; init; }

    /// <summary>Combines the uses while the load of several periods was sent.</summary>
    public static MachineUsage Combine(IReadOnlyList<MachineUsage> periods) => periods is [var only] ? only : new(
        periods.Select(period => period.Counters).Aggregate((sum, period) => sum + period))
    {
        TargetsAreElsewhere = periods.All(period => period.TargetsAreElsewhere),
    };
}

/// <summary>
/// Measures how busy this machine is while load is sent, and how much of its CPU is used by processes that do not take
/// part in the measurement.
/// </summary>
internal sealed class MachineMeter(
    LinuxMachine machine, IReadOnlyList<Uri> servers, params IReadOnlyList<int> listeners)
{
    private readonly Dictionary<int, double> _involvedCpu = [];
    private InvolvedProcesses? _involved;
    private IReadOnlyDictionary<int, ProcessReading> _processes = new Dictionary<int, ProcessReading>();
    private MachineCounters? _counters;

    public void Start()
    {
        _involved = machine.FindInvolvedProcesses(servers, listeners);
        _counters = machine.ReadCounters();
        _processes = machine.ReadProcesses();
    }

    /// <summary>
    /// Reads the counters and the CPU time of the processes that take part, before or after a period. It takes a small
    /// part of a millisecond. Null if the machine cannot be read.
    /// </summary>
    public MachineCounters? Read()
    {
        if (!_involved!.AreAllKnown)
            return machine.ReadCounters();
        // A process that has ended uses no more.
        foreach (var id in _involved!.Ids)
            _involvedCpu[id] = machine.ReadCpu(id) ?? _involvedCpu.GetValueOrDefault(id);
        return machine.ReadCounters() is { } counters ? counters with { Involved = _involvedCpu.Values.Sum() } : null;
    }

    /// <summary>
    /// Attributes the CPU time of a period if the processes that take part cannot be seen, as in a container: to the
    /// tool and to the monitored processes, if the target is one. What other processes worked for it is not known.
    /// </summary>
    public static MachineCounters? Attribute(
        MachineCounters? period, TimeSpan toolCpu, params IEnumerable<ResourceUsage> usages)
    {
        var processes = usages.SelectMany(usage => usage.Processes).ToArray();
        return period is { Involved: null } && processes.Any(process => process.Key == MonitoredProcess.Target)
            ? period with
            {
                Involved = processes.Aggregate(
                    (double?)toolCpu.TotalSeconds, (sum, process) => sum + process.Value?.CpuSeconds),
            }
            : period;
    }

    public MachineUsage Summarize(MachineCounters? measured)
    {
        // The processes that take part are determined at the start and at the end, because connections to further
        // processes may be opened or closed in between.
        var (atStart, atEnd) = (_involved!, machine.FindInvolvedProcesses(servers, listeners));
        var total = (machine.ReadCounters() - _counters)?.Total ?? 0;

        // The threads of the kernel work for all processes.
        var further = machine.ReadProcesses()
            .Where(process => process.Value.IsKernelThread
                || (atEnd.Ids.Contains(process.Key) && !atStart.Ids.Contains(process.Key)))
            .Sum(process => process.Value.Cpu - (_processes.GetValueOrDefault(process.Key)?.Cpu ?? 0));
        var isKnown = atStart.AreAllKnown && atEnd.AreAllKnown && total > 0 && measured is not null;
        return new MachineUsage(
            isKnown ? measured! with { Involved = measured.Involved + further * measured.Total / total } : measured)
        {
            TargetsAreElsewhere = atStart.AreElsewhere,
        };
    }
}
