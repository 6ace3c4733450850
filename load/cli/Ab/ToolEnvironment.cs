using System.ComponentModel;
using System.Diagnostics;

namespace TwoTier.Load.Cli.Ab;

/// <summary>
/// A setting of the .NET runtime that this program has, and that the programs that it starts must not get: sockets
/// complete operations on the thread that polls them, which takes a third less CPU.
/// </summary>
internal static class ToolEnvironment
{
    private const string InlineCompletions = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

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
}
