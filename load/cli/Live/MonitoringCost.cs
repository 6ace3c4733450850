using System.Runtime.InteropServices;

namespace TwoTier.Load.Cli.Live;

/// <summary>
/// Adds up what serving the live page costs the machine that is measured: CPU time of the load tool, and scrapes of the
/// monitored processes.
/// </summary>
internal sealed class MonitoringCost(TimeProvider time)
{
    private const double MaxCpuShare = 0.03;
    private long _cpuTicks;
    private long _scrapes;
    private long _startTimestamp = time.GetTimestamp();

    /// <summary>Sets the CPU time and the number of scrapes to zero.</summary>
    public void Restart() => (_startTimestamp, _cpuTicks, _scrapes) = (time.GetTimestamp(), 0, 0);

    /// <summary>Runs an action, and adds the CPU time that the action took on this thread.</summary>
    public void Measure(Action action)
    {
        var before = ThreadCpu.CpuTimeOfThisThread;
        action();
        Interlocked.Add(ref _cpuTicks, (ThreadCpu.CpuTimeOfThisThread - before).Ticks);
    }

    /// <summary>Counts a scrape of a monitored process.</summary>
    public void CountScrape() => Interlocked.Increment(ref _scrapes);

    /// <summary>Creates the validity check of the cost of the live page, which becomes part of the result.</summary>
    public ValidityCheck CreateCheck(int peakClients)
    {
        var share = TimeSpan.FromTicks(Interlocked.Read(ref _cpuTicks)) / time.GetElapsedTime(_startTimestamp);
        var cpu = ThreadCpu.IsSupported ? $"{share * 100:0.0} % of a core" : "unknown CPU time";
        var pages = peakClients == 1 ? "1 page" : $"{peakClients} pages";
        return ValidityCheck.Expect(
            share < MaxCpuShare,
            "live",
            "Live page",
            $"{cpu}, {pages}, {Interlocked.Read(ref _scrapes)} metrics scrapes",
            $"< {MaxCpuShare * 100:0} %",
            "leave out --serve if you want to quote the figures");
    }
}

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
