using System.Globalization;

namespace TwoTier.Load.Machine;

/// <summary>Reads a Linux machine from <c>/proc</c>. On other systems, nothing can be read.</summary>
internal sealed class LinuxMachine(string root, int toolId) : IMachine
{
    // The unit of CPU time in /proc, which is the same on every architecture that .NET supports.
    private const double TicksPerSecond = 100;
    private const long KernelThreadFlag = 0x00200000;

    // The process with the id 2, which creates the threads of the kernel. It is not visible in a container, where the
    // machine cannot be read as a whole.
    private const string KernelThreadCreator = "kthreadd";

    public static LinuxMachine CreateForThisProcess() => new("/proc", Environment.ProcessId);

    public MachineReading? Read()
    {
        try
        {
            if (File.ReadAllText(Path.Combine(root, "2/comm")).Trim() != KernelThreadCreator)
                return null;

            // The columns are user, nice, system, idle, iowait, irq, softirq and steal. The two further columns, guest
            // and guest_nice, are already included in user and nice.
            // Further lines have the same columns of each core.
            var lines = File.ReadAllLines(Path.Combine(root, "stat"));
            var columns = lines[0]
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..9]
                .Select(ParseTicks)
                .ToArray();
            return new MachineReading(
                lines.Skip(1).Count(line => line.StartsWith("cpu", StringComparison.Ordinal)),
                columns.Aggregate(TimeSpan.Zero, (sum, column) => sum + column),
                columns[0] + columns[1] + columns[2],
                ReadProcesses());
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return null;
        }
    }

    public InvolvedProcesses FindInvolvedProcesses(IReadOnlyList<Uri> servers)
    {
        try
        {
            var processes = ReadProcesses();
            var sockets = new LinuxSockets(root, processes.Keys);
            return new InvolvedProcessFinder(processes, sockets, toolId).Find(servers);
        }
        catch (Exception e) when (IsUnreadable(e))
        {
            return new InvolvedProcesses(new HashSet<int> { toolId }, "/proc cannot be read");
        }
    }

    private static bool IsUnreadable(Exception e) => e is IOException or UnauthorizedAccessException or FormatException
        or ArgumentException or InvalidOperationException or IndexOutOfRangeException;

    private Dictionary<int, ProcessReading> ReadProcesses()
    {
        var processes = new Dictionary<int, ProcessReading>();
        foreach (var folder in Directory.EnumerateDirectories(root))
        {
            if (int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var id)
                && ReadProcess(folder) is { } process)
            {
                processes[id] = process;
            }
        }

        return processes;
    }

    private static ProcessReading? ReadProcess(string folder)
    {
        string text;
        try
        {
            text = File.ReadAllText(Path.Combine(folder, "stat"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended since its folder was listed.
            return null;
        }

        // The name of the process is in parentheses and may itself contain spaces and parentheses.
        var (open, close) = (text.IndexOf('(', StringComparison.Ordinal), text.LastIndexOf(')'));
        var fields = text[(close + 2)..].Split(' ');
        return new ProcessReading(
            text[(open + 1)..close],
            int.Parse(fields[1], CultureInfo.InvariantCulture),
            ParseTicks(fields[11]) + ParseTicks(fields[12]),
            ParseTicks(fields[13]) + ParseTicks(fields[14]),
            (long.Parse(fields[6], CultureInfo.InvariantCulture) & KernelThreadFlag) != 0);
    }

    private static TimeSpan ParseTicks(string text) =>
        TimeSpan.FromSeconds(long.Parse(text, CultureInfo.InvariantCulture) / TicksPerSecond);
}
