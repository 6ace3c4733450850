namespace Load.Tests.Hosting;

/// <summary>
/// A machine on which, in each measured second, the load tool uses 0.2 s of CPU time, the target 0.5 s, the kernel's
/// threads 0.1 s and another program a given time.
/// </summary>
internal sealed class ScriptedMachine(double otherSeconds, string? unknownReason = null) : IMachine
{
    /// <summary>The number of cores. It is not the one of this machine, of which the load tool may use fewer.</summary>
    public static readonly int Cores = Environment.ProcessorCount + 2;

    /// <summary>How often the machine was read.</summary>
    public int Readings { get; private set; }

    public MachineReading? Read()
    {
        // The tool reads the machine before and after each measured second.
        var seconds = Readings++;
        return new MachineReading(
            Cores,
            Seconds(Cores * seconds),
            Seconds(seconds * (0.8 + otherSeconds)),
            new Dictionary<int, ProcessReading>
            {
                [2] = new("kthreadd", 0, TimeSpan.Zero, IsKernelThread: true),
                [3] = new("ksoftirqd/0", 2, Seconds(0.1 * seconds), IsKernelThread: true),
                [10] = new("load", 1, Seconds(0.2 * seconds)),
                [20] = new("target", 1, Seconds(0.5 * seconds)),
                [30] = new("compiler", 1, Seconds(otherSeconds * seconds)),
            });
    }

    public InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers) =>
        new(new HashSet<int> { 10, 20 }, unknownReason)
        {
            OtherClients = new Dictionary<string, int> { ["compiler"] = Readings > 0 ? 3 : 12 },
        };

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
