namespace TwoTier.Load.Machine;

/// <summary>
/// Reads a Linux machine from <c>/proc</c>, also in a container. On other systems, nothing can be read.
/// </summary>
internal sealed class LinuxMachine(string root, int toolId, string controlGroups = "/sys/fs/cgroup") : IMachine
{
    // The unit of CPU time in /proc, which is the same on every architecture that .NET supports.
    private const double TicksPerSecond = 100;

    // The process with the id 2, which creates the threads of the kernel. It is not visible in a container.
    private const string KernelThreadCreator = "kthreadd";

    private readonly Lazy<string?> _cpuStatPath = new(() => FindCpuStat(root, controlGroups));

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
                lines.Length - 1, columns.Sum(), columns[0] + columns[1] + columns[2], columns[7])
            {
                Pressure = ReadPressure(),
                Throttled = ReadThrottled(),
            };
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

    // The first line is that of "some": at least one process waited. The time is in microseconds.
    private double? ReadPressure()
    {
        var path = Path.Combine(root, "pressure/cpu");
        return File.Exists(path) ? ParseNumber(File.ReadLines(path).First().Split("total=")[1]) / 1e6 : null;
    }

    // Version 2 of control groups counts microseconds, and version 1 nanoseconds. A group without a limit may have no
    // such line.
    private double? ReadThrottled() => _cpuStatPath.Value is not { } path ? null : File.ReadLines(path)
        .Sum(line => line.Split(' ') switch
        {
            ["throttled_usec", var time] => ParseNumber(time) / 1e6,
            ["throttled_time", var time] => ParseNumber(time) / 1e9,
            _ => 0,
        });

    // A line has an id, the controllers, which are none in version 2, and the path of the group. A container may see
    // its own group at the root only.
    private static string? FindCpuStat(string root, string controlGroups)
    {
        try
        {
            return (
                from line in File.ReadAllLines(Path.Combine(root, "self/cgroup"))
                let parts = line.Split(':', 3)
                let isCpu = parts[1].Split(',').Contains("cpu")
                where isCpu || parts[1] == ""
                orderby isCpu descending
                from folder in new[] { parts[2].TrimStart('/'), "" }
                let path = Path.Combine(controlGroups, isCpu ? "cpu" : "", folder, "cpu.stat")
                where File.Exists(path)
                select path).FirstOrDefault();
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    private static double ParseTicks(string text) => ParseNumber(text) / TicksPerSecond;

    private static long ParseNumber(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
