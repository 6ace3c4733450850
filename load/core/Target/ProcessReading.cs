namespace TwoTier.Load.Target;

/// <summary>A process, and the CPU time in seconds since it was started.</summary>
internal sealed record ProcessReading(string Name, int ParentId, double Cpu, bool IsKernelThread = false)
{
    private const long KernelThreadFlag = 0x00200000;

    /// <summary>The CPU time of its children that have ended, if it waited for them, and of their children.</summary>
    public double CpuOfChildren { get; init; }

    /// <summary>Lists the ids of the processes that can be seen.</summary>
    public static IEnumerable<int> ListIds(string root) => Directory.EnumerateDirectories(root)
        .Select(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var id) ? id : 0)
        .Where(id => id > 0);

    /// <summary>Reads a file of a process; null if the process has ended, or belongs to another user.</summary>
    public static string? ReadFile(string root, int id, string name)
    {
        try
        {
            return File.ReadAllText(Path.Combine(root, $"{id}", name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads a process; null if it has ended.</summary>
    public static ProcessReading? Read(string root, int id)
    {
        if (ReadFile(root, id, "stat") is not { } text)
            return null;

        // The name of the process is in parentheses and may itself contain spaces and parentheses.
        var (open, close) = (text.IndexOf('(', StringComparison.Ordinal), text.LastIndexOf(')'));
        var fields = text[(close + 2)..].Split(' ');
        return new ProcessReading(
            text[(open + 1)..close],
            int.Parse(fields[1], CultureInfo.InvariantCulture),
            ReadTicks(11) + ReadTicks(12),
            (long.Parse(fields[6], CultureInfo.InvariantCulture) & KernelThreadFlag) != 0)
        {
            CpuOfChildren = ReadTicks(13) + ReadTicks(14),
        };

        double ReadTicks(int field) => ParseTicks(fields[field]);
    }

    /// <summary>Parses a CPU time of /proc, which counts hundredths of a second on every architecture.</summary>
    public static double ParseTicks(string text) => long.Parse(text, CultureInfo.InvariantCulture) / 100.0;
}
