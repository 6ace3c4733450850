namespace TwoTier.Load.Machine;

/// <summary>
/// Reads the limit of the CPU time that a control group sets a process. The kernel enforces it in periods of 100 ms.
/// </summary>
internal static class CpuQuota
{
    /// <summary>Reads the number of cores that a process may use; null if it has no limit, or on other systems.</summary>
    public static double? Read(int processId, string processes = "/proc", string root = "/sys/fs/cgroup") =>
        ProcessReading.ReadFile(processes, processId, "cgroup")?.Split('\n') is not { } lines ? null : (
            from line in lines
            let parts = line.Split(':', 3)
            where parts is [_, "", _] || (parts is [_, var controllers, _] && controllers.Split(',').Contains("cpu"))
            from folder in GetParents(parts[2].Trim('/'))
            select parts[1] is ""
                ? Divide($"{ReadFirstLine(root, folder, "cpu.max")}".Split(' '))
                : Divide(
                    [
                        $"{ReadFirstLine(root, $"cpu/{folder}", "cpu.cfs_quota_us")}",
                        $"{ReadFirstLine(root, $"cpu/{folder}", "cpu.cfs_period_us")}",
                    ])).Min();

    // A limit of a group is one of all groups in it. In a container, its own group is the root.
    private static IEnumerable<string> GetParents(string folder)
    {
        for (; folder is not ""; folder = Path.GetDirectoryName(folder) ?? "")
            yield return folder;
        yield return "";
    }

    private static string? ReadFirstLine(string root, string folder, string name)
    {
        var path = Path.Combine(root, folder, name);
        return File.Exists(path) ? File.ReadLines(path).FirstOrDefault() : null;
    }

    // Without a limit, the quota is the word max, or -1.
    private static double? Divide(string[] words) => words is [var quota, var period]
        && double.TryParse(quota, CultureInfo.InvariantCulture, out var used) && used > 0
        && double.TryParse(period, CultureInfo.InvariantCulture, out var of) ? used / of : null;
}
