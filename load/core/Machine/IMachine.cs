namespace TwoTier.Load.Machine;

/// <summary>The machine on which the load tool runs.</summary>
internal interface IMachine
{
    /// <summary>Reads the CPU time that the machine and its processes have used so far.</summary>
    /// <returns>
    /// The reading; null if the machine cannot be read as a whole, as on other systems than Linux and in a container.
    /// </returns>
    MachineReading? Read();

    /// <summary>
    /// Finds the processes of this machine that take part in a measurement: the load tool, the servers, and the
    /// processes that work for a server.
    /// </summary>
    InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers);
}

/// <summary>
/// The CPU time that this machine has used since it was started. Two readings give the use between them.
/// </summary>
internal sealed record MachineReading(
    int Cores,
    TimeSpan Total,
    TimeSpan Busy,
    TimeSpan Stolen,
    TimeSpan? Pressure,
    IReadOnlyDictionary<int, ProcessReading> Processes);

/// <summary>A process of this machine, and the CPU time that it has used since it was started.</summary>
internal sealed record ProcessReading(
    string Name, int ParentId, TimeSpan Cpu, TimeSpan ChildCpu = default, bool IsKernelThread = false)
{
    /// <summary>The CPU time of the process and of its children that have ended.</summary>
    public TimeSpan TotalCpu => Cpu + ChildCpu;
}

/// <summary>
/// The processes of this machine that take part in a measurement, and the reason why not all are known; null if they
/// are.
/// </summary>
internal sealed record InvolvedProcesses(IReadOnlySet<int> Ids, string? UnknownReason);
