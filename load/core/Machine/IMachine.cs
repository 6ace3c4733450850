namespace TwoTier.Load.Machine;

internal interface IMachine
{
    /// <summary>Reads what the machine has counted, from a few small files; null on other systems than Linux.</summary>
    MachineCounters? ReadCounters();

    /// <summary>Reads the CPU time of a process in seconds; null if the process has ended.</summary>
    double? ReadCpu(int processId);

    /// <summary>Reads all processes that can be seen, which takes milliseconds.</summary>
    IReadOnlyDictionary<int, ProcessReading> ReadProcesses();

    /// <summary>Finds the processes that take part; listeners are known to listen there, as in a container.</summary>
    InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers, params IReadOnlyList<int> listeners);
}

internal sealed record InvolvedProcesses(IReadOnlySet<int> Ids, string? UnknownReason)
{
    /// <summary>Whether no server is on this machine.</summary>
    public bool AreElsewhere { get; init; }
}
