namespace TwoTier.Load.Target;

/// <summary>
/// The processes of this machine that listen at an address, and all their descendants, whose CPU time and memory the
/// operating system tells. A process that has ended keeps what it used. Only on Linux; elsewhere, and in another
/// container, no process is found.
/// </summary>
internal sealed class ProcessTree : IUsageSource
{
    private const string SystemRoot = "/proc";

    // The first process, which may hold the sockets of others.
    private const int Init = 1;

    // Programs that pass connections on to processes that cannot be found by the port. Names have 15 characters here.
    private static readonly string[] Forwarders =
    [
        "conmon", "docker-proxy", "gvproxy", "haproxy", "kubectl", "nc", "ncat", "pasta", "passt", "rinetd",
        "rootlesskit", "rootlessport", "slirp4netns", "socat", "ssh", "sshd", "systemd-socket-", "vpnkit",
    ];

    // The clock of the CPU time of a process (kernel: CPUCLOCK_SCHED) counts nanoseconds; /proc has steps of 10 ms.
    private const int ProcessClock = 2;

    private readonly string _root;
    private readonly Func<int, double?> _readCpu;
    private readonly Dictionary<int, int> _parents = [];
    private readonly Dictionary<int, (string Name, double Cpu)> _members = [];
    private int[] _clocked = [];
    private double? _reapedBefore;
    private double _reaped;
    private double _ended;
    private double _highest;

    private ProcessTree(string root, IReadOnlyList<int> ids, Func<int, double?>? readCpu)
    {
        (_root, _readCpu, Listeners) = (root, readCpu ?? ReadCpu, ids);
        foreach (var id in ids)
            _members[id] = (ProcessReading.Read(root, id)?.Name ?? $"process {id}", 0);
        Program = _members[ids[0]].Name;
        Read();
    }

    /// <summary>The ids of the processes that hold the listening socket.</summary>
    public IReadOnlyList<int> Listeners { get; }

    /// <summary>The name of the first of these programs.</summary>
    public string Program { get; }

    /// <summary>Finds the processes that listen at the address and port of a URL of this machine.</summary>
    /// <returns>The processes; null if they belong to another user, machine or container.</returns>
    public static ProcessTree? Find(Uri url, string root = SystemRoot, Func<int, double?>? readCpu = null)
    {
        if (!OperatingSystem.IsLinux() || !url.IsLoopback)
            return null;
        try
        {
            var ids = new LinuxSockets(root, ProcessReading.ListIds(root)).GetListeners(url);
            int[] own = [.. ids.Where(id => id != Init || ids.Count == 1).Order()];
            return own is [] ? null : new ProcessTree(root, own, readCpu);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException or SocketException)
        {
            return null;
        }
    }

    /// <summary>Gets the tree of a process that is known to serve, such as the first one of a container.</summary>
    public static ProcessTree Of(int id) => new(SystemRoot, [id], null);

    public static bool IsForwarder(string program) => Forwarders.Contains(program);

    /// <summary>Reads the CPU time of a process in seconds; null if it has ended.</summary>
    public static double? ReadCpu(int id) =>
        GetTime(~id << 3 | ProcessClock, out var cpu) == 0 ? cpu.Seconds + cpu.Nanoseconds / 1e9 : null;

    /// <summary>Names the programs that were measured, such as <c>processes node × 3</c>.</summary>
    public string Describe() => "processes " + string.Join(
        ", ",
        _members.Values.CountBy(member => member.Name)
            .Select(program => program.Value == 1 ? program.Key : $"{program.Key} × {program.Value}"));

    /// <summary>Finds the ports at which its processes listen.</summary>
    public int[] FindPorts() => new LinuxSockets(_root, _members.Keys).GetPorts();

    public Task<ProcessMetrics?> ReadAsync() => Task.FromResult(Read());

    /// <summary>The number of readings that found other processes, or children that had ended.</summary>
    public int Changes { get; private set; }

    /// <summary>Reads the clocks of the processes that the last reading found; null if one has ended.</summary>
    public double? ReadClock() => _clocked.Aggregate((double?)0, (sum, id) => sum + _readCpu(id));

    /// <summary>Reads what the processes have used; null if all have ended.</summary>
    public ProcessMetrics? Read()
    {
        lock (_members)
            return ReadMembers();
    }

    private ProcessMetrics? ReadMembers()
    {
        FindMembers();
        if (_members.Count == 0)
            return null;
        if (IsForwarder(Program))
            return new ProcessMetrics { Program = Program, IsForwarder = true };
        var reaped = 0.0;
        foreach (var (id, member) in _members)
        {
            _members[id] = (member.Name, _readCpu(id) ?? member.Cpu);
            reaped += ProcessReading.Read(_root, id)?.CpuOfChildren ?? 0;
        }

        if (reaped > _reaped || !_clocked.SequenceEqual(_members.Keys))
            Changes++;
        (_reaped, _clocked) = (reaped, [.. _members.Keys]);

        // What an ended process used is known from its last reading and, if its parent waited for it, from its parent:
        // exactly, but in steps of 10 ms.
        var running = _members.Values.Sum(member => member.Cpu);
        _highest = Math.Max(_highest, running + Math.Max(_ended, reaped - (_reapedBefore ??= reaped)));
        var memory = _members.Keys.SelectMany(id => ReadMemory(_root, id)).ToLookup(size => size.Name, size => size.Bytes);
        return new ProcessMetrics
        {
            Program = Program,
            CpuSeconds = _highest,
            WorkingSetBytes = memory["VmRSS"].Sum(),
            AnonymousBytes = memory["RssAnon"].Sum(),
        };
    }

    // A process whose parent has ended has another parent then, so that the first one counts.
    private void FindMembers()
    {
        var ids = ProcessReading.ListIds(_root).ToHashSet();
        foreach (var id in _parents.Keys.Concat(_members.Keys).Where(id => !ids.Contains(id)).ToArray())
        {
            _parents.Remove(id);
            if (_members.Remove(id, out var gone))
                _ended += gone.Cpu;
        }

        foreach (var id in ids.Where(id => !_parents.ContainsKey(id)))
            _parents[id] = ProcessReading.Read(_root, id)?.ParentId ?? 0;
        for (var found = true; found;)
        {
            found = false;
            foreach (var (id, parent) in _parents)
            {
                if (_members.ContainsKey(parent) && id != Environment.ProcessId)
                    found |= _members.TryAdd(id, (ProcessReading.Read(_root, id)?.Name ?? Program, 0));
            }
        }
    }

    internal static IEnumerable<(string Name, double Bytes)> ReadMemory(string root, int id) =>
        from line in ProcessReading.ReadFile(root, id, "status")?.Split('\n') ?? []
        where line.EndsWith(" kB", StringComparison.Ordinal)
        let words = line.Split((char[])[':', ' ', '\t'], StringSplitOptions.RemoveEmptyEntries)
        select (words[0], double.Parse(words[1], CultureInfo.InvariantCulture) * 1024);

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
