using System.ComponentModel;

namespace TwoTier.Load.Services;

/// <summary>
/// The variables of this process: a setting of its runtime, with which sockets complete operations on the thread that
/// polls them, which takes a third less CPU; and those that the programs that it starts must not get. They name the
/// repository and the index of the caller, if that is git running a hook: another git would change them. Or they are
/// the runner's of GitHub, with files and tokens that are none of what is compared.
/// </summary>
internal static class ToolEnvironment
{
    private const string InlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    // What git tells its hooks.
    private static readonly string[] GitVariables =
    [
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
        "GIT_PREFIX", "GIT_QUARANTINE_PATH", "GIT_WORK_TREE",
    ];

    private static readonly string[] RunnerPrefixes = ["GITHUB_", "RUNNER_", "ACTIONS_", "INPUT_"];

    /// <summary>
    /// Makes the setting, unless the user has made it. The runtime reads it when a socket waits for the first time. It is
    /// then no variable any more, which programs would inherit and could not be given.
    /// </summary>
    public static void SetUp()
    {
        if (!string.IsNullOrEmpty(Environment.GetEnvironmentVariable(InlineCompletions)))
            return;
        Environment.SetEnvironmentVariable(InlineCompletions, "1");
        using (var socket = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0)))
            _ = socket.ReceiveAsync();
        Environment.SetEnvironmentVariable(InlineCompletions, null);
    }

    /// <summary>Starts a program with the environment variables of the user, and redirects its streams.</summary>
    /// <exception cref="ServiceException">There is no such program.</exception>
    public static Process Start(ProcessStartInfo start)
    {
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        foreach (var variable in start.Environment.Keys.Where(IsRemoved).ToArray())
            start.Environment.Remove(variable);
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new ServiceException($"{start.FileName} cannot be started: {e.Message}");
        }
    }

    private static bool IsRemoved(string name) => GitVariables.Contains(name)
        || RunnerPrefixes.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal));
}
