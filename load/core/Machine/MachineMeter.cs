namespace TwoTier.Load.Machine;

/// <summary>
/// The use of this machine during the measured time, as shares of the CPU time of all cores; and the connections that
/// other clients had to the target at the start or at the end, by program or by the address of a machine.
/// </summary>
internal sealed record MachineUsage(
    double? OtherShare,
    IReadOnlyList<ProcessShare> OtherProcesses,
    double Seconds,
    IReadOnlyDictionary<string, int> OtherClients);

internal sealed record ProcessShare(string Name, double Share);

/// <summary>
/// Measures how busy this machine is while load is sent, and how much of its CPU is used by processes that do not take
/// part in the measurement. The time between measured periods is left out.
/// </summary>
internal sealed class MachineMeter(
    IMachine machine, IReadOnlyList<Uri> servers, TimeProvider time, string? unknownServer = null)
{
    private const int MaxNamedProcesses = 3;
    private const double MinNamedShare = 0.005;

    // All processes are read, which takes milliseconds. A process that ends between two readings is seen by its parent.
    private static readonly TimeSpan MinReadingInterval = TimeSpan.FromSeconds(1);

    private readonly Dictionary<int, ProcessUse> _processes = [];
    private readonly Dictionary<int, TimeSpan> _passedToParents = [];
    private InvolvedProcesses? _involvedAtStart;
    private MachineReading? _lastReading;
    private long _lastTimestamp;
    private int _cores;
    private TimeSpan _total;
    private TimeSpan _busy;

    /// <summary>
    /// Starts a period, or continues one that was not stopped, in which the machine is read once a second.
    /// </summary>
    public void Start()
    {
        _involvedAtStart ??= machine.FindInvolvedProcesses(servers);
        if (_lastReading is not null && time.GetElapsedTime(_lastTimestamp) < MinReadingInterval)
            return;
        _lastReading = Read();
        _lastTimestamp = time.GetTimestamp();
    }

    public void Stop()
    {
        if (_lastReading is not null)
            Read();
        _lastReading = null;
    }

    /// <summary>Summarizes all measured periods; null if the machine could not be read.</summary>
    public MachineUsage? Summarize()
    {
        if (_total == TimeSpan.Zero)
            return null;

        // The processes that take part are determined at the start and at the end, because connections to further
        // processes may be opened or closed in between.
        var (atStart, atEnd) = (_involvedAtStart!, machine.FindInvolvedProcesses(servers));
        HashSet<int> involved = [.. atStart.Ids, .. atEnd.Ids];
        var isKnown = (unknownServer ?? atEnd.UnknownReason ?? atStart.UnknownReason) is null;
        var otherCpu = _busy - SumInvolvedCpu(involved);
        return new MachineUsage(
            isKnown ? Math.Max(0, otherCpu / _total) : null,
            isKnown ? [.. GetLargestOthers(involved)] : [],
            _total.TotalSeconds / _cores,
            atStart.OtherClients.Concat(atEnd.OtherClients)
                .GroupBy(client => client.Key, client => client.Value)
                .ToDictionary(client => client.Key, client => client.Max()));
    }

    // Reads the machine, and adds its use since the last reading of the period.
    private MachineReading? Read()
    {
        var reading = machine.Read();
        if (_lastReading is { } before && reading is not null && reading.Total > before.Total)
            Add(before, reading);
        return reading;
    }

    // Only sums are kept, because a comparison can last for hours.
    private void Add(MachineReading before, MachineReading after)
    {
        _cores = after.Cores;
        _total += after.Total - before.Total;
        _busy += after.Busy - before.Busy;
        foreach (var (id, process) in after.Processes)
        {
            var earlier = before.Processes.GetValueOrDefault(id);
            var use = _processes.GetValueOrDefault(id);
            _processes[id] = new ProcessUse(
                process.Name,
                process.IsKernelThread,
                use.Cpu + process.Cpu - (earlier?.Cpu ?? default),
                use.TotalCpu + process.TotalCpu - (earlier?.TotalCpu ?? default));
        }

        foreach (var (_, ended) in before.Processes.Where(process => !after.Processes.ContainsKey(process.Key)))
            _passedToParents[ended.ParentId] = _passedToParents.GetValueOrDefault(ended.ParentId) + ended.TotalCpu;
    }

    // The threads of the kernel work for all processes, so their CPU time does not count as use by processes that do
    // not take part in the measurement. When a process ends, its CPU time is added to that of its parent. The CPU time
    // that it used before the measured period is therefore subtracted.
    private TimeSpan SumInvolvedCpu(HashSet<int> involved)
    {
        var increase = _processes
            .Where(process => involved.Contains(process.Key) || process.Value.IsKernelThread)
            .Sum(process => process.Value.TotalCpu.Ticks);
        var passedOn = involved.Sum(id => _passedToParents.GetValueOrDefault(id).Ticks);
        return TimeSpan.FromTicks(Math.Max(0, increase - passedOn));
    }

    private IEnumerable<ProcessShare> GetLargestOthers(HashSet<int> involved) => _processes
        .Where(process => !involved.Contains(process.Key) && !process.Value.IsKernelThread)
        .GroupBy(process => process.Value.Name, process => process.Value.Cpu / _total)
        .Select(group => new ProcessShare(group.Key, group.Sum()))
        .Where(other => other.Share >= MinNamedShare)
        .OrderByDescending(other => other.Share)
        .Take(MaxNamedProcesses);

    private readonly record struct ProcessUse(string Name, bool IsKernelThread, TimeSpan Cpu, TimeSpan TotalCpu);
}
