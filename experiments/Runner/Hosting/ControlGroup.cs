namespace Experiments.Hosting;

/// <summary>
/// A control group of Linux (version 1 or 2) for one program that a study starts, below the group of this process. It
/// is removed when it is disposed, after the program has ended.
/// </summary>
internal sealed class ControlGroup : IDisposable
{
    public const string Obstacle = "no limit can be set here: that needs Linux, and permission to make control groups";

    private const string Root = "/sys/fs/cgroup";
    private const int PeriodMicroseconds = 100_000;
    private const int MostTries = 250;
    private static readonly bool IsVersion2 = File.Exists(Path.Combine(Root, "cgroup.controllers"));
    private static int _count;
    private readonly string _folder;

    private ControlGroup(string parent) =>
        _folder = Path.Combine(parent, $"testbed-{Environment.ProcessId}-{Interlocked.Increment(ref _count)}");

    /// <summary>Whether groups with limits can be created here.</summary>
    public static bool CanLimit()
    {
        using var group = TryLimitCores(1);
        using var other = TryLimitMemory(1 << 30);
        return group is not null && other is not null;
    }

    /// <summary>Creates a group in which the program may use so many CPU cores.</summary>
    /// <returns>The group; null if no quota can be set here.</returns>
    public static ControlGroup? TryLimitCores(double cores) => IsVersion2
        ? TryCreate("cpu", ("cpu.max", $"{(long)(cores * PeriodMicroseconds)} {PeriodMicroseconds}"))
        : TryCreate("cpu", ("cpu.cfs_quota_us", $"{(long)(cores * PeriodMicroseconds)}"));

    /// <summary>Creates a group in which the program may use so many bytes of memory, and no swap space.</summary>
    /// <returns>The group; null if no limit can be set here.</returns>
    // Version 1 limits memory and swap space together.
    public static ControlGroup? TryLimitMemory(long bytes) => IsVersion2
        ? TryCreate("memory", ("memory.max", $"{bytes}"), ("memory.swap.max", "0"))
        : TryCreate("memory", ("memory.limit_in_bytes", $"{bytes}"), ("memory.memsw.limit_in_bytes", $"{bytes}"));

    /// <summary>Creates the command line that enters the group and then runs a program, as one process.</summary>
    public ProcessStartInfo Contain(ProcessStartInfo program) => ProcessRunner.Wrap(
        program, "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", Path.Combine(_folder, "cgroup.procs"));

    /// <summary>Reads in how many periods of 100 ms the program ran, and in how many of them it had to wait.</summary>
    public (double Periods, double Throttled) ReadPeriods() =>
        (Read("cpu.stat", "nr_periods"), Read("cpu.stat", "nr_throttled"));

    /// <summary>Reads how many processes the kernel has killed, because they needed more memory.</summary>
    public double ReadKills() => Read(IsVersion2 ? "memory.events" : "memory.oom_control", "oom_kill");

    public void Dispose()
    {
        for (var tries = 0; tries < MostTries && Directory.Exists(_folder); tries++)
        {
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

    /// <summary>Finds the group below which the groups of a controller, cpu or memory, are created.</summary>
    /// <returns>The folder; null if the system has no such controller.</returns>
    internal static string? FindParent(string controller)
    {
        var mount = IsVersion2 ? Root : Path.Combine(Root, controller);
        if (!Directory.Exists(mount) || FindPath(controller, File.ReadLines("/proc/self/cgroup")) is not { } path)
            return null;
        // In a container, the mount may show only the part of the tree from the container's group on.
        var parent = Path.Combine(mount, path) is var own && Directory.Exists(own) ? own : mount;
        // In version 2, a group with processes gives its controllers to no group below it, except for the root.
        while (IsVersion2 && parent.Length > mount.Length
            && !File.ReadAllText(Path.Combine(parent, "cgroup.subtree_control")).Split(' ', '\n').Contains(controller))
        {
            parent = Path.GetDirectoryName(parent)!;
        }

        return parent;
    }

    /// <summary>Finds the path of the group of a process in the lines of its file /proc/self/cgroup; or null.</summary>
    internal static string? FindPath(string controller, IEnumerable<string> groups) =>
        groups.Select(line => line.Split(':', 3))
            .Where(group => group[1] is "" || group[1].Split(',').Contains(controller))
            .MinBy(group => group[1] is "")?[2].Trim('/');

    private static ControlGroup? TryCreate(string controller, params IReadOnlyList<(string File, string Value)> limits)
    {
        if (FindParent(controller) is not { } parent)
            return null;
        var group = new ControlGroup(parent);
        try
        {
            Directory.CreateDirectory(group._folder);
            // A kernel without swap space need not have the second file.
            foreach (var (file, value) in limits.Where((limit, i) => i is 0 || File.Exists(group.GetPath(limit.File))))
                File.WriteAllText(group.GetPath(file), value);
            return group;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            group.Dispose();
            return null;
        }
    }

    private string GetPath(string file) => Path.Combine(_folder, file);

    private double Read(string file, string key) => File.ReadLines(GetPath(file))
        .Select(line => line.Split(' '))
        .Where(field => field[0] == key)
        .Sum(field => double.Parse(field[1], CultureInfo.InvariantCulture));
}
