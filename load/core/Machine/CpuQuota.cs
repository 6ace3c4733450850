namespace TwoTier.Load.Machine;

/// <summary>
/// Reads the limit of the CPU time that a control group (version 2) sets a process. The kernel enforces it in periods of
/// 100 ms.
/// </summary>
internal static class CpuQuota
{
    // Version 2 has one group of a process, in this line.
    private const string Group = "0::";

    /// <summary>Reads the number of cores that a process may use; null if it has no limit, or on other systems.</summary>
    public static double? Read(int processId, string processes = "/proc", string root = "/sys/fs/cgroup") =>
        ProcessReading.ReadFile(processes, processId, "cgroup")?.Split('\n') is not { } lines ? null : (
            from line in lines
            where line.StartsWith(Group, StringComparison.Ordinal)
            from folder in GetParents(line[Group.Length..].Trim('/'))
            select Read(Path.Combine(root, folder, "cpu.max"))).Min();

    // A limit of a group is one of all groups in it. In a container, its own group is the root.
    private static IEnumerable<string> GetParents(string folder)
    {
        for (; folder is not ""; folder = Path.GetDirectoryName(folder) ?? "")
            yield return folder;
        yield return "";
    }

    // Without a limit, the quota is the word max.
    private static double? Read(string path) => File.Exists(path)
        && File.ReadAllText(path).Split((char[])[' ', '\n']) is [var quota, var period, ..]
        && double.TryParse(quota, CultureInfo.InvariantCulture, out var used)
        && double.TryParse(period, CultureInfo.InvariantCulture, out var of) ? used / of : null;
}
