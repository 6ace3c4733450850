namespace Load.Machine;

/// <summary>
/// The CPU time that this machine has used since it was started. Two readings give the use between them.
/// </summary>
/// <param name="Cores">The number of cores of the machine, of which the load tool may use fewer.</param>
/// <param name="Total">The time of all cores, whether they were busy or idle.</param>
/// <param name="Busy">
/// The time for which processes used the cores. Interrupts are left out, because the load itself causes them, but no
/// process is charged for them.
/// </param>
/// <param name="Stolen">The time for which the hypervisor gave the cores to other virtual machines.</param>
/// <param name="Pressure">
/// The time for which at least one runnable task waited for a core; null if the kernel does not report it.
/// </param>
/// <param name="Processes">The processes that are running, keyed by process id.</param>
internal sealed record MachineReading(
    int Cores,
    TimeSpan Total,
    TimeSpan Busy,
    TimeSpan Stolen,
    TimeSpan? Pressure,
    IReadOnlyDictionary<int, ProcessReading> Processes);

/// <summary>A process of this machine, and the CPU time that it has used since it was started.</summary>
/// <param name="Name">The name of the process.</param>
/// <param name="ParentId">The process id of the parent.</param>
/// <param name="Cpu">The CPU time of the process itself.</param>
/// <param name="ChildCpu">The CPU time of the process's children that have ended.</param>
/// <param name="IsKernelThread">True for a thread of the kernel, which works for all processes.</param>
internal sealed record ProcessReading(
    string Name, int ParentId, TimeSpan Cpu, TimeSpan ChildCpu = default, bool IsKernelThread = false)
{
    /// <summary>The CPU time of the process and of its children that have ended.</summary>
    public TimeSpan TotalCpu => Cpu + ChildCpu;
}

/// <summary>The processes of this machine that take part in a measurement.</summary>
/// <param name="Ids">The process ids.</param>
/// <param name="UnknownReason">
/// The reason why not all processes that take part could be found, so that the CPU time of processes that do not take
/// part is unknown; null if all were found.
/// </param>
internal sealed record InvolvedProcesses(IReadOnlySet<int> Ids, string? UnknownReason);
