using System.Runtime.InteropServices;

namespace Studies.Hosting;

/// <summary>
/// Reads the CPU time of the child processes that have exited, including that of their own children (getrusage). It
/// works on Linux only.
/// </summary>
internal static partial class ChildCpuTime
{
    private const int ChildProcesses = -1;

    /// <summary>
    /// Gets the CPU time of all child processes that have exited so far. The difference between two calls is the CPU
    /// time of the processes that exited between them.
    /// </summary>
    public static unsafe TimeSpan Read()
    {
        ResourceUsage usage;
        if (!OperatingSystem.IsLinux() || GetUsage(ChildProcesses, &usage) is not 0)
            throw new StudyException("The CPU time of child processes cannot be read on this system.");
        return TimeSpan.FromSeconds(usage.UserSeconds + usage.SystemSeconds)
            + TimeSpan.FromMicroseconds(usage.UserMicroseconds + usage.SystemMicroseconds);
    }

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static unsafe partial int GetUsage(int who, ResourceUsage* usage);

    // The struct rusage of 64-bit Linux: two times, followed by 14 numbers for which this struct only reserves space.
    [StructLayout(LayoutKind.Sequential, Size = 144)]
    private struct ResourceUsage
    {
        public long UserSeconds;
        public long UserMicroseconds;
        public long SystemSeconds;
        public long SystemMicroseconds;
    }
}
