using System.Runtime.InteropServices;

namespace Load.Live;

/// <summary>
/// Reads the CPU time of the calling thread, because .NET reports only the CPU time of the whole process.
/// </summary>
internal static class ThreadCpu
{
    // The value of CLOCK_THREAD_CPUTIME_ID, the clock id for clock_gettime(2).
    private const int ThreadCpuTimeClock = 3;

    /// <summary>True on Linux, the only system on which this class can read the CPU time of a thread.</summary>
    public static bool IsSupported => OperatingSystem.IsLinux();

    /// <summary>The CPU time that the calling thread has used so far, or zero if it cannot be read.</summary>
    public static TimeSpan CpuTimeOfThisThread => IsSupported && GetTime(ThreadCpuTimeClock, out var time) == 0
        ? TimeSpan.FromTicks(
            (time.Seconds * TimeSpan.TicksPerSecond) + (time.Nanoseconds / TimeSpan.NanosecondsPerTick))
        : TimeSpan.Zero;

    [DllImport("libc", EntryPoint = "clock_gettime"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetTime(int clock, out TimeSpec time);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpec
    {
        public readonly nint Seconds;
        public readonly nint Nanoseconds;
    }
}
