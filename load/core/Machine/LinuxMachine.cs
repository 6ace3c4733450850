namespace TwoTier.Load.Machine;

/// <summary>
/// Reads a Linux machine from <c>/proc</c>, also in a container. On other systems, nothing can be read.
/// </summary>
internal class LinuxMachine(string root, int toolId)
{
    // The process with the id 2, which creates the threads of the kernel. It is not visible in a container.
    private const string KernelThreadCreator = "kthreadd";

    public static LinuxMachine CreateForThisProcess() => new("/proc", Environment.ProcessId);

    /// <summary>Reads what the machine has counted, from a few small files; null on other systems than Linux.</summary>
    public virtual MachineCounters? ReadCounters()
    {
        try
        {
            // The columns are user, nice, system, idle, iowait, irq, softirq and steal. The two further columns, guest
            // and guest_nice, are already included in user and nice.
            // Further lines have the same columns of each core.
            var lines = File.ReadLines(Path.Combine(root, "stat"))
                .TakeWhile(line => line.StartsWith("cpu", StringComparison.Ordinal))
                .ToArray();
            var columns = lines[0]
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..9]
                .Select(ProcessReading.ParseTicks)
                .ToArray();
            return new MachineCounters(lines.Length - 1, columns.Sum(), columns[0] + columns[1] + columns[2]);
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    /// <summary>Reads the CPU time of a process in seconds; null if the process has ended.</summary>
    public virtual double? ReadCpu(int processId) => ProcessTree.ReadCpu(processId);

    /// <summary>Reads all processes that can be seen, which takes milliseconds.</summary>
    public virtual IReadOnlyDictionary<int, ProcessReading> ReadProcesses()
    {
        try
        {
            return ProcessReading.ListIds(root).Select(id => (Id: id, Process: ProcessReading.Read(root, id)))
                .Where(one => one.Process is not null)
                .ToDictionary(one => one.Id, one => one.Process!);
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            // Without /proc, no process can be seen.
            return new Dictionary<int, ProcessReading>();
        }
    }

    /// <summary>Finds the processes that take part; listeners are known to listen there, as in a container.</summary>
    public virtual InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers, params IReadOnlyList<int> listeners)
    {
        try
        {
            var processes = ReadProcesses();
            var sockets = new LinuxSockets(root, processes.Keys);
            var found = new InvolvedProcessFinder(processes, sockets, toolId).Find(servers, listeners);
            return found with
            {
                // A container does not see the processes outside of it, nor does anybody see whom a container calls.
                AreAllKnown = found.AreAllKnown && processes.GetValueOrDefault(2)?.Name == KernelThreadCreator
                    && !listeners.Any(id => LinuxSockets.FindContainer(root, id) is not ""),
            };
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return new InvolvedProcesses(new HashSet<int> { toolId }, AreAllKnown: false);
        }
    }

    private static bool IsUnreadable(Exception e) => e is IOException or UnauthorizedAccessException or FormatException
        or ArgumentException or InvalidOperationException or IndexOutOfRangeException;
}
