namespace Experiments.Hosting;

/// <summary>Runs programs in network namespaces without names, which end with their last process.</summary>
internal static class NetworkNamespace
{
    /// <summary>
    /// Creates the command line that runs a program in a new namespace, after a shell has set the namespace up. The
    /// program gets the id of the process that is started.
    /// </summary>
    public static ProcessStartInfo Enter(ProcessStartInfo program, string setUp)
    {
        var inside = ProcessRunner.Wrap(
            program, "unshare", Environment.IsPrivilegedProcess ? "-n" : "-rn", "sh", "-c", $"{setUp} && exec \"$@\"",
            "sh");
        // No proxy can be reached from there.
        foreach (var name in inside.Environment.Keys.Where(IsProxy).ToArray())
            inside.Environment.Remove(name);
        return inside;
    }

    private static bool IsProxy(string name) => name.EndsWith("_proxy", StringComparison.OrdinalIgnoreCase);
}
