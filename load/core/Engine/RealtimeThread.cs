namespace TwoTier.Load.Engine;

/// <summary>
/// Makes Linux wake a thread on time. At 10,000 requests/s on a core shared with the rest of the load tool, a
/// prioritized thread lowered the measured schedule delay from 0.07 to 0.02 ms (p50) and from 1 to 0.2 ms (p99). The
/// class has no effect on other systems.
/// </summary>
internal static class RealtimeThread
{
    // The constants of the Linux kernel: PR_SET_TIMERSLACK, and SCHED_OTHER | SCHED_RESET_ON_FORK.
    private const int SetTimerSlackOption = 29;
    private const int NormalPolicyNotInherited = 0x40000000;
    private const int HighestPriority = -20;
    private const nuint OneNanosecond = 1;

    /// <summary>Gives the current thread precise timers and, if permitted, the highest priority.</summary>
    public static void PrioritizeCurrentThread()
    {
        if (!OperatingSystem.IsLinux())
            return;

        // By default, the Linux kernel may delay timers by up to 50 µs to bundle them.
        _ = PrCtl(SetTimerSlackOption, OneNanosecond, 0, 0, 0);

        // Raising the priority of a thread needs root or CAP_SYS_NICE; without them, the priority stays unchanged.
        // Threads that are started from a prioritized thread do not inherit the priority.
        if (SchedSetScheduler(0, NormalPolicyNotInherited, 0) == 0)
            _ = SetPriority(0, 0, HighestPriority);
    }

    [DllImport("libc", EntryPoint = "prctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int PrCtl(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);

    [DllImport("libc", EntryPoint = "sched_setscheduler")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SchedSetScheduler(int thread, int policy, in int priority);

    [DllImport("libc", EntryPoint = "setpriority")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SetPriority(int which, int thread, int nice);
}
