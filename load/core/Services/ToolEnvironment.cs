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

    private static readonly Lazy<string[]> GitVariables = new(ReadGitVariables);
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

    /// <summary>Starts a program with the environment variables of the user.</summary>
    public static Process Start(ProcessStartInfo start)
    {
        foreach (var variable in GitVariables.Value)
            start.Environment.Remove(variable);
        if (_isOurs)
            start.Environment.Remove(InlineCompletions);
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception e)
        {
            throw new ServiceException($"{start.FileName} cannot be started: {e.Message}");
        }
    }

    // Without git, nothing is a hook of it.
    private static string[] ReadGitVariables()
    {
        try
        {
            var start = new ProcessStartInfo("git", "rev-parse --local-env-vars") { RedirectStandardOutput = true };
            using var git = Process.Start(start)!;
            return git.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        }
        catch (Win32Exception)
        {
            return [];
        }
    }
}
