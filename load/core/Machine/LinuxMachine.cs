namespace TwoTier.Load.Machine;

/// <summary>
/// Reads a Linux machine from <c>/proc</c>, also in a container. On other systems, nothing can be read.
/// </summary>
internal sealed class LinuxMachine(string root, int toolId) : IMachine
{
    // The unit of CPU time in /proc, which is the same on every architecture that .NET supports.
    private const double TicksPerSecond = 100;

    // The process with the id 2, which creates the threads of the kernel. It is not visible in a container.
    private const string KernelThreadCreator = "kthreadd";

    public static LinuxMachine CreateForThisProcess() => new("/proc", Environment.ProcessId);

    public MachineCounters? ReadCounters()
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
                .Select(ParseTicks)
                .ToArray();
            return new MachineCounters(
                lines.Length - 1, columns.Sum(), columns[0] + columns[1] + columns[2], columns[7]);
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    public double? ReadCpu(int processId) => ProcessTree.ReadCpu(processId);

    public IReadOnlyDictionary<int, ProcessReading> ReadProcesses()
    {
        var processes = new Dictionary<int, ProcessReading>();
        try
        {
            foreach (var id in ProcessReading.ListIds(root))
            {
                if (ProcessReading.Read(root, id) is { } process)
                    processes[id] = process;
            }
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            // Without /proc, no process can be seen.
        }

        return processes;
    }

    public InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers, params IReadOnlyList<int> listeners)
    {
        try
        {
            var processes = ReadProcesses();
            var sockets = new LinuxSockets(root, processes.Keys);
            var found = new InvolvedProcessFinder(processes, sockets, toolId).Find(servers, listeners);
            return found with
            {
                UnknownReason = processes.Count == 0 ? "this system has no /proc"
                    : processes.GetValueOrDefault(2)?.Name != KernelThreadCreator
                        ? "a container does not see the processes outside of it"
                        : found.UnknownReason,
            };
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return new InvolvedProcesses(new HashSet<int> { toolId }, "/proc cannot be read");
        }
    }

    private static bool IsUnreadable(Exception e) => e is IOException or UnauthorizedAccessException or FormatException
        or ArgumentException or InvalidOperationException or IndexOutOfRangeException;

    private static double ParseTicks(string text) => ParseNumber(text) / TicksPerSecond;

    private static long ParseNumber(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
