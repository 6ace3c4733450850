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

/// <summary>A machine whose CPU time cannot be read.</summary>
internal sealed class UnknownMachine : IMachine
{
    public MachineReading? Read() => null;

    public InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers) =>
        new(new HashSet<int>(), "the machine cannot be read");
}
