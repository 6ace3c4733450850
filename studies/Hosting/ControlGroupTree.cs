namespace Studies.Hosting;

/// <summary>Finds where this process may create control groups.</summary>
internal static class ControlGroupTree
{
    /// <summary>Finds the group below which the groups of a controller, cpu or memory, are created.</summary>
    /// <returns>The folder, and whether it is version 2; null if the system has no such controller.</returns>
    public static (string Parent, bool IsVersion2)? FindParent(string controller)
    {
        if (Find(controller, File.ReadLines("/proc/self/cgroup"), File.ReadLines("/proc/self/mountinfo"))
            is not var (mount, path, isVersion2))
        {
            return null;
        }

        var parent = Path.Combine(mount, path);
        // In version 2, a group with processes gives its controllers to no group below it, except for the root.
        while (isVersion2 && !HasController(parent, controller) && parent.Length > mount.Length)
            parent = Path.GetDirectoryName(parent)!;
        return (parent, isVersion2);
    }

    /// <summary>Finds the group of a process.</summary>
    /// <param name="controller">The controller, cpu or memory.</param>
    /// <param name="groups">The lines of /proc/self/cgroup.</param>
    /// <param name="mounts">The lines of /proc/self/mountinfo.</param>
    /// <returns>The mount point, the path of the group below it, and whether it is version 2; or null.</returns>
    public static (string Mount, string Path, bool IsVersion2)? Find(
        string controller, IEnumerable<string> groups, IEnumerable<string> mounts)
    {
        var own = groups.Select(line => line.Split(':', 3))
            .Where(group => group[1] is "" || group[1].Split(',').Contains(controller))
            .MinBy(group => group[1] is "");
        if (own is null)
            return null;
        var isVersion2 = own[1] is "";
        return mounts.Select(line => line.Split(" - "))
            .Where(mount => mount[1].Split(' ') is var type
                && (isVersion2 ? type[0] is "cgroup2" : type[0] is "cgroup" && type[2].Split(',').Contains(controller)))
            .Select(mount => mount[0].Split(' '))
            // In a container, the mount may show only the part of the tree from the container's group on.
            .Select(mount => (mount[4], own[2].StartsWith(mount[3], StringComparison.Ordinal)
                ? own[2][mount[3].Length..].Trim('/') : "", isVersion2))
            .Cast<(string, string, bool)?>()
            .FirstOrDefault();
    }

    private static bool HasController(string group, string controller) =>
        File.ReadAllText(Path.Combine(group, "cgroup.subtree_control")).Split(' ', '\n').Contains(controller);
}
