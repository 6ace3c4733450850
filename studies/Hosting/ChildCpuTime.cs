using System.Runtime.InteropServices;

namespace Studies.Hosting;

/// <summary>
/// The CPU time of the child processes that have exited, with their own children (getrusage). Linux only.
/// </summary>
internal static partial class ChildCpuTime
{
    private const int Children = -1;

    /// <summary>
    /// Gets the CPU time so far. The difference of two calls is that of the processes that exited between them.
    /// </summary>
    public static unsafe TimeSpan Read()
    {
        Usage usage;
        if (GetUsage(Children, &usage) is not 0)
            throw new StudyException("The CPU time of child processes cannot be read here.");
        return TimeSpan.FromSeconds(usage.UserSeconds + usage.SystemSeconds)
            + TimeSpan.FromMicroseconds(usage.UserMicroseconds + usage.SystemMicroseconds);
    }

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static unsafe partial int GetUsage(int who, Usage* usage);

    // struct rusage of a 64-bit Linux: two times, and 14 numbers that are not read.
    [StructLayout(LayoutKind.Sequential, Size = 144)]
    private struct Usage
    {
        public long UserSeconds;
        public long UserMicroseconds;
        public long SystemSeconds;
        public long SystemMicroseconds;
    }
}
