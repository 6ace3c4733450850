using System.Runtime.InteropServices;

namespace Studies.Hosting;

/// <summary>Reads the CPU time of child processes that have exited, and of their children (Linux).</summary>
internal static partial class ChildCpuTime
{
    private const int RusageChildren = -1;

    /// <summary>Gets the CPU time of all that have exited so far, whose differences count.</summary>
    public static unsafe TimeSpan Read()
    {
        ResourceUsage usage;
        if (!OperatingSystem.IsLinux() || GetUsage(RusageChildren, &usage) is not 0)
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
