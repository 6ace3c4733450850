namespace TwoTier.Load.Machine;

internal interface IMachine
{
    /// <summary>
    /// Null if the machine cannot be read as a whole, as on other systems than Linux and in a container.
    /// </summary>
    MachineReading? Read();

    /// <summary>
    /// Finds the load tool, the servers, the processes of this machine that work for a server, and the clients of the
    /// servers that do not take part.
    /// </summary>
    InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers);
}

/// <summary>The CPU time since this machine was started. Two readings give the use between them.</summary>
internal sealed record MachineReading(
    int Cores,
    TimeSpan Total,
    TimeSpan Busy,
    IReadOnlyDictionary<int, ProcessReading> Processes);

/// <summary>A process, and the CPU time since it was started.</summary>
internal sealed record ProcessReading(
    string Name, int ParentId, TimeSpan Cpu, TimeSpan ChildCpu = default, bool IsKernelThread = false)
{
    /// <summary>The CPU time of the process and of its children that have ended.</summary>
    public TimeSpan TotalCpu => Cpu + ChildCpu;
}

/// <summary>The processes that take part in a measurement, and the reason why not all are known.</summary>
internal sealed record InvolvedProcesses(IReadOnlySet<int> Ids, string? UnknownReason)
{
    /// <summary>The connections of other clients to the servers, by program or by the address of a machine.</summary>
    public IReadOnlyDictionary<string, int> OtherClients { get; init; } = new Dictionary<string, int>();
}
