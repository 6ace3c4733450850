using System.Runtime.InteropServices;

namespace Load.Live;

/// <summary>CPU time of the thread that asks: .NET knows that of the process only.</summary>
internal static class ThreadCpu
{
    private const int OfThisThread = 3;

    /// <summary>Elsewhere it is always zero.</summary>
    public static bool IsKnown => OperatingSystem.IsLinux();

    public static TimeSpan Now => IsKnown && GetTime(OfThisThread, out var now) == 0
        ? TimeSpan.FromTicks((now.Seconds * TimeSpan.TicksPerSecond) + (now.Nanoseconds / TimeSpan.NanosecondsPerTick))
        : TimeSpan.Zero;

    [DllImport("libc", EntryPoint = "clock_gettime"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int GetTime(int clock, out Moment now);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Moment
    {
        public readonly nint Seconds;
        public readonly nint Nanoseconds;
    }
}
