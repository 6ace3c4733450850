using System.Globalization;

namespace Load.Results.Building;

/// <summary>
/// The limits that Linux sets this process and what surrounds it, such as its container, by control groups of version 2
/// or 1. The lowest of a group and those above it counts.
/// </summary>
/// <param name="root">Of the file system.</param>
internal sealed class CgroupLimits(string root = "/")
{
    private const string Folder = "sys/fs/cgroup";
    private const double MicrosecondsPerPeriod = 100_000;

    // Version 1 says "no limit" with the highest number of whole pages.
    private const double NoLimit = 1L << 60;

    /// <summary>"CPU 1.5 cores, memory 2.1 GB"; null where there are no control groups, as on Windows and macOS.</summary>
    public string? Limits
    {
        get
        {
            var own = Path.Combine(root, "proc/self/cgroup");
            if (!File.Exists(own))
                return null;
            var groups = File.ReadLines(own).Select(line => line.Split(':', 3)).Where(parts => parts.Length == 3).ToArray();
            var cores = Lowest(groups, "cpu", Cores);
            return $"CPU {Text(cores, cores is 1 ? "core" : "cores", "0.##")}, "
                + $"memory {Text(Lowest(groups, "memory", Bytes) / 1e9, "GB", "0.0")}";
        }
    }

    // A line is number:controllers:path; version 2 has one line, without controllers.
    private double? Lowest(string[][] groups, string controller, Func<string, double?> limitIn) => groups
        .Where(group => group[1].Length == 0 || group[1].Split(',').Contains(controller))
        .SelectMany(group => FoldersOf(group[2], group[1].Length == 0 ? Folder : $"{Folder}/{controller}"))
        .Min(limitIn);

    // In a container the path is the host's, and its folder may be the mounted one itself.
    private IEnumerable<string> FoldersOf(string path, string mounted)
    {
        var parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        for (var depth = parts.Length; depth >= 0; depth--)
            yield return Path.Combine([root, mounted, .. parts[..depth]]);
    }

    private static double? Cores(string folder) => Words(folder, "cpu.max") switch
    {
        [var quota, var period] => Number(quota) / Number(period),
        [var quota] => Number(quota) / MicrosecondsPerPeriod,
        _ => Number(Words(folder, "cpu.cfs_quota_us")) is > 0 and var quota
            ? quota / (Number(Words(folder, "cpu.cfs_period_us")) ?? MicrosecondsPerPeriod)
            : null,
    };

    private static double? Bytes(string folder) =>
        Number(Words(folder, "memory.max")) ?? Number(Words(folder, "memory.limit_in_bytes"));

    private static string[] Words(string folder, string file)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, file)).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static double? Number(string[] words) => words is [var word] ? Number(word) : null;

    // "max" is none.
    private static double? Number(string word) =>
        double.TryParse(word, CultureInfo.InvariantCulture, out var number) && number < NoLimit ? number : null;

    private static string Text(double? limit, string unit, string format) =>
        limit is { } found ? $"{found.ToString(format, CultureInfo.InvariantCulture)} {unit}" : "none";
}
