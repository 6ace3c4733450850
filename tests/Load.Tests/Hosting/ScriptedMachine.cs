namespace Load.Tests.Hosting;

/// <summary>
/// A machine on which a second passes between two readings of its counters. In each, the load tool uses 0.2 s of CPU
/// time, the target 0.5 s, the kernel's threads 0.1 s and another program a given time.
/// </summary>
internal sealed class ScriptedMachine(double otherSeconds, bool areAllKnown = true)
    : LinuxMachine("/nowhere", 0)
{
    /// <summary>The number of cores. It is not the one of this machine, of which the load tool may use fewer.</summary>
    public static readonly int Cores = Environment.ProcessorCount + 2;

    private int _seconds = -1;

    public override MachineCounters? ReadCounters()
    {
        _seconds++;
        return new MachineCounters(Cores, Cores * _seconds, (0.8 + otherSeconds) * _seconds);
    }

    // The next reading of the counters is a second later.
    public override double? ReadCpu(int processId) => processId == 10 ? 0.2 * (_seconds + 1) : 0.5 * (_seconds + 1);

    public override IReadOnlyDictionary<int, ProcessReading> ReadProcesses() => new Dictionary<int, ProcessReading>
    {
        [2] = new("kthreadd", 0, 0, IsKernelThread: true),
        [3] = new("ksoftirqd/0", 2, 0.1 * _seconds, IsKernelThread: true),
        [10] = new("load", 1, 0.2 * _seconds),
        [20] = new("target", 1, 0.5 * _seconds),
        [30] = new("compiler", 1, otherSeconds * _seconds),
    };

    public override InvolvedProcesses FindInvolvedProcesses(
        IReadOnlyList<Uri> servers, params IReadOnlyList<int> listeners) =>
        new(new HashSet<int> { 10, 20 }, areAllKnown);
}
