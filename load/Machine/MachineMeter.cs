namespace Load.Machine;

/// <summary>
/// Measures how busy this machine is while load is sent, and how much of its CPU is used by processes that do not take
/// part in the measurement. The time between measured periods is left out.
/// </summary>
/// <param name="machine">The machine to measure.</param>
/// <param name="servers">The addresses of the target and of the monitored processes.</param>
internal sealed class MachineMeter(IMachine machine, IReadOnlyList<Uri> servers)
{
    private const int MaxNamedProcesses = 3;
    private const double MinNamedShare = 0.005;
    private readonly int _cores = Environment.ProcessorCount;
    private readonly List<(MachineReading Before, MachineReading After)> _periods = [];
    private InvolvedProcesses? _involvedAtStart;
    private MachineReading? _startReading;

    /// <summary>Starts a measured period.</summary>
    public void Start()
    {
        _involvedAtStart ??= machine.FindInvolvedProcesses(servers);
        _startReading = machine.Read();
    }

    /// <summary>Ends the measured period.</summary>
    public void Stop()
    {
        if (_startReading is { } before && machine.Read() is { } after && after.Total > before.Total)
            _periods.Add((before, after));
        _startReading = null;
    }

    /// <summary>Summarizes all measured periods.</summary>
    /// <returns>The use of the machine; null if the machine could not be read.</returns>
    public MachineUsage? Summarize()
    {
        if (_periods.Count == 0)
            return null;

        // The processes that take part are determined at the start and at the end, because connections to further
        // processes may be opened or closed in between.
        var (atStart, atEnd) = (_involvedAtStart!, machine.FindInvolvedProcesses(servers));
        HashSet<int> involved = [.. atStart.Ids, .. atEnd.Ids];
        var unknownReason = atEnd.UnknownReason ?? atStart.UnknownReason;
        var total = Sum(reading => reading.Total);
        var others = _periods.SelectMany(stretch => GetOtherProcesses(stretch.Before, stretch.After, involved)).ToArray(
            );
        var otherCpu = Sum(reading => reading.Busy) - SumInvolvedCpu(involved);
        var pressure = _periods.All(stretch => stretch is { Before.Pressure: not null, After.Pressure: not null })
            ? Sum(reading => reading.Pressure!.Value)
            : (TimeSpan?)null;
        return new MachineUsage(
            pressure * _cores / total,
            Sum(reading => reading.Stolen) / total,
            unknownReason is null ? Math.Max(0, otherCpu / total) : null,
            unknownReason is not null
                ? []
                : [.. others
                    .GroupBy(other => other.Name)
                    .Select(group => new ProcessShare(group.Key, group.Sum(other => other.Cpu / total)))
                    .Where(other => other.Share >= MinNamedShare)
                    .OrderByDescending(other => other.Share)
                    .Take(MaxNamedProcesses)],
            unknownReason,
            total.TotalSeconds / _cores);
    }

    private TimeSpan Sum(Func<MachineReading, TimeSpan> getFigure) => _periods
        .Aggregate(TimeSpan.Zero, (sum, stretch) => sum + getFigure(stretch.After) - getFigure(stretch.Before));

    // The threads of the kernel work for all processes, so their CPU time does not count as use by processes that do
    // not take part in the measurement.
    private TimeSpan SumInvolvedCpu(HashSet<int> involved) => _periods.Aggregate(TimeSpan.Zero, (sum, stretch) =>
        sum + SumInvolvedCpu(stretch.Before.Processes, stretch.After.Processes, involved));

    // When a process ends, its CPU time is added to that of its parent. The CPU time that it used before the measured
    // period is therefore subtracted.
    private static TimeSpan SumInvolvedCpu(
        IReadOnlyDictionary<int, ProcessReading> before,
        IReadOnlyDictionary<int, ProcessReading> after,
        HashSet<int> involved)
    {
        var increase = after
            .Where(process => involved.Contains(process.Key) || process.Value.IsKernelThread)
            .Sum(process => GetTicks(process.Value) - GetTicks(before.GetValueOrDefault(process.Key)));
        var passedOn = before
            .Where(process => !after.ContainsKey(process.Key) && involved.Contains(process.Value.ParentId))
            .Sum(process => GetTicks(process.Value));
        return TimeSpan.FromTicks(Math.Max(0, increase - passedOn));
    }

    private static long GetTicks(ProcessReading? process) => process?.TotalCpu.Ticks ?? 0;

    private static IEnumerable<(string Name, TimeSpan Cpu)> GetOtherProcesses(
        MachineReading before, MachineReading after, HashSet<int> involved) => after.Processes
        .Where(process => !involved.Contains(process.Key) && !process.Value.IsKernelThread)
        .Select(process => (
            process.Value.Name,
            process.Value.Cpu - (before.Processes.GetValueOrDefault(process.Key)?.Cpu ?? TimeSpan.Zero)));
}
