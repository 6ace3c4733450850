namespace Experiments.Hosting;

/// <summary>Finds where this process may create control groups.</summary>
internal static class ControlGroupTree
{
    private const string Root = "/sys/fs/cgroup";

    /// <summary>Finds the group below which the groups of a controller, cpu or memory, are created.</summary>
    /// <returns>The folder, and whether it is version 2; null if the system has no such controller.</returns>
    public static (string Parent, bool IsVersion2)? FindParent(string controller)
    {
        var isVersion2 = File.Exists(Path.Combine(Root, "cgroup.controllers"));
        var mount = isVersion2 ? Root : Path.Combine(Root, controller);
        if (FindPath(controller, File.ReadLines("/proc/self/cgroup")) is not { } path || !Directory.Exists(mount))
            return null;
        var parent = Path.Combine(mount, path);
        // In a container, the mount may show only the part of the tree from the container's group on.
        if (!Directory.Exists(parent))
            parent = mount;
        // In version 2, a group with processes gives its controllers to no group below it, except for the root.
        while (isVersion2 && !HasController(parent, controller) && parent.Length > mount.Length)
            parent = Path.GetDirectoryName(parent)!;
        return (parent, isVersion2);
    }

    /// <summary>Finds the path of the group of a process in the lines of its file /proc/self/cgroup; or null.</summary>
    public static string? FindPath(string controller, IEnumerable<string> groups) =>
        groups.Select(line => line.Split(':', 3))
            .Where(group => group[1] is "" || group[1].Split(',').Contains(controller))
            .MinBy(group => group[1] is "")?[2].Trim('/');

    private static bool HasController(string group, string controller) =>
        File.ReadAllText(Path.Combine(group, "cgroup.subtree_control")).Split(' ', '\n').Contains(controller);
}
