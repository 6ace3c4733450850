using System.Runtime.InteropServices;

namespace Load.Engine;

/// <summary>
/// Blocks a thread for microseconds. <see cref="Thread.Sleep(TimeSpan)"/> counts whole milliseconds.
/// </summary>
internal static class PreciseSleep
{
    // Windows wakes a thread up to this much late, so the rest is spun.
    private static readonly TimeSpan Coarse = TimeSpan.FromMilliseconds(16);

    /// <summary>Wakes about 60 µs late on Linux, whose timers have a slack of 50 µs; 20 µs on an <see cref="RealtimeThread"/>.</summary>
    public static void Sleep(TimeSpan duration)
    {
        var (seconds, rest) = Math.DivRem(duration.Ticks, TimeSpan.TicksPerSecond);
        if (!OperatingSystem.IsWindows())
            _ = NanoSleep(new Moment((nint)seconds, (nint)(rest * TimeSpan.NanosecondsPerTick)), 0);
        else if (duration > Coarse)
            Thread.Sleep(duration - Coarse);
        else
            Thread.Yield();
    }

    [DllImport("libc", EntryPoint = "nanosleep"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int NanoSleep(in Moment duration, nint remaining);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Moment(nint seconds, nint nanoseconds)
    {
        public readonly nint Seconds = seconds;
        public readonly nint Nanoseconds = nanoseconds;
    }
}
