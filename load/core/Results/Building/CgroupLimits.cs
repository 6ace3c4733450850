using System.Globalization;

namespace TwoTier.Load.Results.Building;

/// <summary>
/// Reads the CPU and memory limits that Linux control groups (version 1 or 2) set for this process or its container. A
/// control group is also bound by the limits of its parents, so the lowest limit applies.
/// </summary>
internal sealed class CgroupLimits(string root = "/")
{
    private const string CgroupFolder = "sys/fs/cgroup";
    private const double MicrosecondsPerPeriod = 100_000;

    // Control groups of version 1 have no word for "no limit": the memory limit is then the highest number of whole
    // memory pages.
    private const double NoLimit = 1L << 60;

    /// <summary>
    /// Describes the limits of the control groups, such as "CPU 1.5 cores, memory 2.1 GB". Returns null without control
    /// groups.
    /// </summary>
    public string? Describe()
    {
        var file = Path.Combine(root, "proc/self/cgroup");
        if (!File.Exists(file))
            return null;

        var groups = File.ReadLines(file)
            .Select(line => line.Split(':', 3))
            .Where(parts => parts.Length == 3)
            .ToArray();
        var cores = GetLowestLimit(groups, "cpu", ReadCores);
        var gigabytes = GetLowestLimit(groups, "memory", ReadBytes) / 1e9;
        return $"CPU {Format(cores, cores is 1 ? "core" : "cores", "0.##")}, memory {Format(gigabytes, "GB", "0.0")}";
    }

    // Each line of /proc/self/cgroup has the form number:controllers:path. Control groups of version 2 have a single
    // line, which names no controllers.
    private double? GetLowestLimit(string[][] groups, string controller, Func<string, double?> readLimit) => groups
        .Where(group => group[1].Length == 0 || group[1].Split(',').Contains(controller))
        .SelectMany(group => GetFolders(group[2], group[1].Length == 0 ? CgroupFolder : $"{CgroupFolder}/{controller}"))
        .Min(readLimit);

    // In a container, the path of a control group is the path that the host sees, and the mounted folder itself may be
    // the folder of the control group.
    private IEnumerable<string> GetFolders(string path, string mounted)
    {
        var parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        for (var depth = parts.Length; depth >= 0; depth--)
            yield return Path.Combine([root, mounted, .. parts[..depth]]);
    }

    private static double? ReadCores(string folder) => ReadWords(folder, "cpu.max") switch
    {
        [var quota, var period] => ParseNumber(quota) / ParseNumber(period),
        [var quota] => ParseNumber(quota) / MicrosecondsPerPeriod,
        _ => ParseNumber(ReadWords(folder, "cpu.cfs_quota_us")) is > 0 and var quota
            ? quota / (ParseNumber(ReadWords(folder, "cpu.cfs_period_us")) ?? MicrosecondsPerPeriod)
            : null,
    };

    private static double? ReadBytes(string folder) =>
        ParseNumber(ReadWords(folder, "memory.max")) ?? ParseNumber(ReadWords(folder, "memory.limit_in_bytes"));

    private static string[] ReadWords(string folder, string file)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, file))
                .Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static double? ParseNumber(string[] words) => words is [var word] ? ParseNumber(word) : null;

    // Control groups of version 2 write "max" for no limit, which does not parse as a number.
    private static double? ParseNumber(string word) =>
        double.TryParse(word, CultureInfo.InvariantCulture, out var number) && number < NoLimit ? number : null;

    private static string Format(double? limit, string unit, string format) =>
        limit is { } found ? $"{found.ToString(format, CultureInfo.InvariantCulture)} {unit}" : "none";
}
