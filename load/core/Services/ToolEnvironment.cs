using System.ComponentModel;
using System.Diagnostics;

namespace TwoTier.Load.Services;

/// <summary>
/// The variables that the programs that this one starts must not get. One is a setting of its own runtime: sockets
/// complete operations on the thread that polls them, which takes a third less CPU. Others name the repository and the
/// index of the caller, if that is git running a hook: another git would change them.
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

    private static bool _isOurs;

    /// <summary>
    /// Makes the setting, unless the user has made it. The runtime reads it when it creates the first socket.
    /// </summary>
    public static void SetUp()
    {
        if (!string.IsNullOrEmpty(Environment.GetEnvironmentVariable(InlineCompletions)))
            return;
        Environment.SetEnvironmentVariable(InlineCompletions, "1");
        _isOurs = true;
    }

    /// <summary>Removes the setting of this process from those of a program.</summary>
    public static ProcessStartInfo RemoveOwn(ProcessStartInfo start)
    {
        if (_isOurs)
            start.Environment.Remove(InlineCompletions);
        return start;
    }

    /// <summary>Starts a program with the environment variables of the user, and redirects its streams.</summary>
    /// <exception cref="ServiceException">There is no such program.</exception>
    public static Process Start(ProcessStartInfo start)
    {
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        foreach (var variable in GitVariables)
            start.Environment.Remove(variable);
        try
        {
            return Process.Start(RemoveOwn(start))!;
        }
        catch (Win32Exception e)
        {
            throw new ServiceException($"{start.FileName} cannot be started: {e.Message}");
        }
    }
}
