using Load.Validity;

namespace Load.Live;

/// <summary>What the live page takes from the machine that is measured: CPU of the tool, and readings of the tiers.</summary>
internal sealed class MonitoringCost(TimeProvider time)
{
    private const double Limit = 0.03;
    private long _ticks;
    private long _readings;
    private long _started = time.GetTimestamp();

    public void Restart() => (_started, _ticks, _readings) = (time.GetTimestamp(), 0, 0);

    /// <summary>On this thread alone.</summary>
    public void Measure(Action act)
    {
        var before = ThreadCpu.Now;
        act();
        Interlocked.Add(ref _ticks, (ThreadCpu.Now - before).Ticks);
    }

    public void CountScrape() => Interlocked.Increment(ref _readings);

    /// <param name="mostPages">Open at the same time.</param>
    public Check CreateCheck(int mostPages)
    {
        var share = TimeSpan.FromTicks(Interlocked.Read(ref _ticks)) / time.GetElapsedTime(_started);
        var pages = mostPages == 1 ? "1 page" : $"{mostPages} pages";
        return new Check(
            "live",
            "Live page",
            $"{(ThreadCpu.IsKnown ? $"{share * 100:0.0} %" : "not known how much")} of a core, {pages}, {Interlocked.Read(ref _readings)} readings of the tiers",
            $"< {Limit * 100:0} %",
            Validity.Check.NoteUnless(share < Limit),
            "leave out --serve where figures are to be quoted");
    }
}
