using Load.Validity;

namespace Load.Live;

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
    /// <param name="peakClients">The highest number of live pages that were connected at the same time.</param>
    public ValidityCheck CreateCheck(int peakClients)
    {
        var share = TimeSpan.FromTicks(Interlocked.Read(ref _cpuTicks)) / time.GetElapsedTime(_startTimestamp);
        var cpu = ThreadCpu.IsSupported ? $"{share * 100:0.0} % of a core" : "unknown CPU time";
        var pages = peakClients == 1 ? "1 page" : $"{peakClients} pages";
        return new ValidityCheck(
            "live",
            "Live page",
            $"{cpu}, {pages}, {Interlocked.Read(ref _scrapes)} metrics scrapes",
            $"< {MaxCpuShare * 100:0} %",
            ValidityCheck.NoteUnless(share < MaxCpuShare),
            "leave out --serve if you want to quote the figures");
    }
}
