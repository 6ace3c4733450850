namespace TwoTier.Load.Engine;

/// <summary>
/// Blocks a thread with a precision of microseconds, whereas <see cref="Thread.Sleep(TimeSpan)"/> has a precision of
/// milliseconds.
/// </summary>
internal static class PreciseSleep
{
    // Windows wakes a thread up to 16 ms late, so the last part of a sleep is spent in a busy loop.
    private static readonly TimeSpan WindowsTimerPeriod = TimeSpan.FromMilliseconds(16);

    /// <summary>
    /// Blocks the current thread for the given time. Linux wakes the thread about 60 µs late (the timer slack is 50
    /// µs), or 20 µs late if the thread was prioritized by <see cref="RealtimeThread"/>.
    /// </summary>
    public static void Sleep(TimeSpan duration)
    {
        var (seconds, rest) = Math.DivRem(duration.Ticks, TimeSpan.TicksPerSecond);
        if (!OperatingSystem.IsWindows())
            _ = NanoSleep(new TimeSpec((nint)seconds, (nint)(rest * TimeSpan.NanosecondsPerTick)), 0);
        else if (duration > WindowsTimerPeriod)
            Thread.Sleep(duration - WindowsTimerPeriod);
        else
            Thread.Yield();
    }

    [DllImport("libc", EntryPoint = "nanosleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int NanoSleep(in TimeSpec duration, nint remaining);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct TimeSpec(nint seconds, nint nanoseconds)
    {
        public readonly nint Seconds = seconds;
        public readonly nint Nanoseconds = nanoseconds;
    }
}
