using System.Runtime.InteropServices;

namespace Studies.Hosting;

internal static partial class ProcessSignals
{
    private const int Terminate = 15;
    private static readonly int Stop = OperatingSystem.IsMacOS() ? 17 : 19;

    /// <summary>Sends SIGTERM to a process, which asks it to finish its work and exit.</summary>
    /// <returns>Whether the signal was sent. Always false on Windows, which has no SIGTERM.</returns>
    public static bool TryTerminate(Process process) =>
        !OperatingSystem.IsWindows() && Kill(process.Id, Terminate) is 0;

    /// <summary>Sends SIGSTOP to a process, which then does not run until it is killed or continued.</summary>
    public static bool TryPause(Process process) => !OperatingSystem.IsWindows() && Kill(process.Id, Stop) is 0;

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int pid, int signal);
}
