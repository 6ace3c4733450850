namespace Experiments.Hosting;

/// <summary>
/// A control group of Linux (version 1 or 2) for one program that a study starts, below the group of this process. It
/// ends with its processes when it is disposed.
/// </summary>
internal sealed class ControlGroup : IDisposable
{
    public const string Obstacle = "no limit can be set here: that needs Linux, and permission to make control groups";

    private const int PeriodMicroseconds = 100_000;
    private static readonly TimeSpan RemovalLimit = TimeSpan.FromSeconds(5);
    private static int _count;
    private readonly bool _isVersion2;
    private readonly string _folder;

    private ControlGroup(string parent, bool isVersion2)
    {
        _folder = Path.Combine(parent, $"testbed-{Environment.ProcessId}-{Interlocked.Increment(ref _count)}");
        _isVersion2 = isVersion2;
    }

    /// <summary>Whether groups with limits can be created here.</summary>
    public static bool CanLimit()
    {
        using var group = TryLimitCores(1);
        using var other = TryLimitMemory(1 << 30);
        return group is not null && other is not null;
    }

    /// <summary>Creates a group in which the program may use so many CPU cores.</summary>
    /// <returns>The group; null if no quota can be set here.</returns>
    public static ControlGroup? TryLimitCores(double cores) => TryCreate("cpu", group =>
    {
        var quota = (long)(cores * PeriodMicroseconds);
        group.Write(group._isVersion2 ? "cpu.max" : "cpu.cfs_quota_us",
            group._isVersion2 ? $"{quota} {PeriodMicroseconds}" : $"{quota}");
    });

    /// <summary>Creates a group in which the program may use so many bytes of memory, and no swap space.</summary>
    /// <returns>The group; null if no limit can be set here.</returns>
    public static ControlGroup? TryLimitMemory(long bytes) => TryCreate("memory", group =>
    {
        group.Write(group._isVersion2 ? "memory.max" : "memory.limit_in_bytes", $"{bytes}");
        // A kernel without swap space need not have the file. Version 1 limits memory and swap space together.
        var (swap, most) = group._isVersion2 ? ("memory.swap.max", 0) : ("memory.memsw.limit_in_bytes", bytes);
        if (File.Exists(Path.Combine(group._folder, swap)))
            group.Write(swap, $"{most}");
    });

    /// <summary>Creates the command line that enters the group and then runs a program, as one process.</summary>
    public ProcessStartInfo Contain(ProcessStartInfo program) => ProcessRunner.Wrap(
        program, "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", Path.Combine(_folder, "cgroup.procs"));

    /// <summary>Reads in how many periods of 100 ms the program ran, and in how many of them it had to wait.</summary>
    public (double Periods, double Throttled) ReadPeriods() =>
        (Read("cpu.stat", "nr_periods"), Read("cpu.stat", "nr_throttled"));

    /// <summary>Reads how many processes the kernel has killed, because they needed more memory.</summary>
    public double ReadKills() => Read(_isVersion2 ? "memory.events" : "memory.oom_control", "oom_kill");

    public void Dispose()
    {
        var started = Stopwatch.GetTimestamp();
        while (Directory.Exists(_folder) && Stopwatch.GetElapsedTime(started) < RemovalLimit)
        {
            foreach (var id in File.ReadAllLines(Path.Combine(_folder, "cgroup.procs")))
                ProcessRunner.TryKill(int.Parse(id, CultureInfo.InvariantCulture));
            try
            {
                Directory.Delete(_folder);
            }
            catch (IOException)
            {
                // A process that was killed has not ended yet.
                Thread.Sleep(TimeSpan.FromMilliseconds(20));
            }
        }
    }

    private static ControlGroup? TryCreate(string controller, Action<ControlGroup> limit)
    {
        if (!OperatingSystem.IsLinux() || ControlGroupTree.FindParent(controller) is not var (parent, isVersion2))
            return null;
        var group = new ControlGroup(parent, isVersion2);
        try
        {
            Directory.CreateDirectory(group._folder);
            limit(group);
            return group;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            group.Dispose();
            return null;
        }
    }

    private void Write(string file, string value) => File.WriteAllText(Path.Combine(_folder, file), value);

    private double Read(string file, string key) => File.ReadLines(Path.Combine(_folder, file))
        .Select(line => line.Split(' '))
        .Where(field => field[0] == key)
        .Sum(field => double.Parse(field[1], CultureInfo.InvariantCulture));
}
