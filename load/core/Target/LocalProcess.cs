using System.Runtime.InteropServices;

namespace TwoTier.Load.Target;

/// <summary>
/// A process of this machine, whose CPU time and memory the operating system tells. Only on Linux; elsewhere, and in
/// another container, no process is found.
/// </summary>
internal sealed class LocalProcess
{
    private const string Root = "/proc";

    // The clock of the CPU time of a process (kernel: CPUCLOCK_SCHED) counts nanoseconds; /proc has steps of 10 ms.
    private const int ProcessClock = 2;

    private LocalProcess(int id) => Id = id;

    public int Id { get; }

    /// <summary>Finds the process that listens on the port of a URL of this machine.</summary>
    /// <returns>The process; null if it belongs to another user, machine or container.</returns>
    public static LocalProcess? FindListener(Uri url)
    {
        if (!OperatingSystem.IsLinux() || !url.IsLoopback)
            return null;
        try
        {
            var ids = Directory.EnumerateDirectories(Root)
                .Select(folder => int.TryParse(Path.GetFileName(folder), out var id) ? id : 0)
                .Where(id => id > 0);
            // Processes that inherited the socket share it; the first has opened it.
            return new LinuxSockets(Root, ids).GetListeners(url.Port) is [_, ..] found
                ? new LocalProcess(found.Min())
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }

    /// <summary>Reads the CPU time of a process in seconds; null if it has ended.</summary>
    public static double? ReadCpu(int id) =>
        GetTime(~id << 3 | ProcessClock, out var cpu) == 0 ? cpu.Seconds + cpu.Nanoseconds / 1e9 : null;

    public ProcessMetrics? Read()
    {
        if (ReadCpu(Id) is not { } cpu)
            return null;
        var memory = ReadMemory();
        return new ProcessMetrics
        {
            CpuSeconds = cpu,
            WorkingSetBytes = memory.GetValueOrDefault("VmRSS"),
            AnonymousBytes = memory.GetValueOrDefault("RssAnon"),
        };
    }

    private Dictionary<string, double> ReadMemory()
    {
        try
        {
            return File.ReadLines($"{Root}/{Id}/status")
                .Where(line => line.EndsWith(" kB", StringComparison.Ordinal))
                .Select(line => line.Split((char[])[':', ' ', '\t'], StringSplitOptions.RemoveEmptyEntries))
                .ToDictionary(words => words[0], words => double.Parse(words[1], CultureInfo.InvariantCulture) * 1024);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    [DllImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetTime(int clock, out Time time);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Time
    {
        public readonly long Seconds;
        public readonly long Nanoseconds;
    }
}
