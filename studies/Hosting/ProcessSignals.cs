using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Studies.Hosting;

internal static partial class Signal
{
    private const int Terminate = 15;

    /// <summary>Asks a process to finish what is in flight and end.</summary>
    /// <returns>False on Windows, which has no such request.</returns>
    public static bool TryTerminate(Process process) => !OperatingSystem.IsWindows() && Kill(process.Id, Terminate) is 0;

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int pid, int signal);
}
