using Load.Target;
using Load.Terminal;

namespace Load.Live;

/// <summary>
/// Runs the two threads behind the live page: one publishes the state of the load, and one reads the metrics of the
/// monitored processes.
/// </summary>
internal sealed class LiveMonitoring(
    EventFeed feed,
    LiveReporter reporter,
    ClientTracker clients,
    MonitoringCost cost,
    PrometheusScraper scraper,
    ToolContext context)
    : IDisposable
{
    private PeriodicThread[] _threads = [];

    /// <summary>Starts the two threads, and sets the count of their CPU time and scrapes to zero.</summary>
    public void Start()
    {
        var monitor = new ProcessMonitor(scraper, reporter, clients, cost, context.Time);
        var ticker = new Ticker(feed, reporter, monitor, context.OwnCpu, context.Time);
        cost.Restart();
        _threads =
        [
            new PeriodicThread(Ticker.Interval, ticker.Tick, cost),
            new PeriodicThread(ProcessMonitor.Interval, monitor.Update, cost),
        ];
    }

    /// <summary>Stops the two threads, and waits until they have ended.</summary>
    public void Stop()
    {
        foreach (var thread in _threads)
            thread.Dispose();
        _threads = [];
    }

    public void Dispose() => Stop();
}
