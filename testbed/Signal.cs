using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Testbed;

internal static partial class Signal
{
    private const int Interrupt = 2;
    private const int Terminate = 15;

    /// <summary>Asks a process to finish what is in flight and end. Windows has no such request for a process: there it is killed.</summary>
    public static void SendTerminate(Process process) => Send(process, Terminate);

    /// <summary>What Ctrl-C sends.</summary>
    public static void SendInterrupt(Process process) => Send(process, Interrupt);

    private static void Send(Process process, int signal)
    {
        if (OperatingSystem.IsWindows())
            process.Kill(entireProcessTree: true);
        else
            _ = Kill(process.Id, signal);
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Kill(int pid, int signal);
}
