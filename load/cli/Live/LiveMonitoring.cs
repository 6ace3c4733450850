namespace TwoTier.Load.Cli.Live;

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

    /// <summary>True if the events are recorded, so that metrics are read also while no page is connected.</summary>
    public bool IsRecording { get; init; }

    /// <summary>
    /// Starts the threads that publish the state of the load and read metrics. Resets the counters of the CPU time and
    /// the scrapes of these threads to zero.
    /// </summary>
    public void Start()
    {
        var monitor = new ProcessMonitor(scraper, reporter, clients, cost, context.Time)
        {
            IsRecording = IsRecording,
        };
        var ticker = new LoadStatePublisher(feed, reporter, monitor, context.GetOwnCpuTime, context.Time);
        cost.Restart();
        _threads =
        [
            new PeriodicThread(LoadStatePublisher.PublishInterval, ticker.PublishState, cost),
            new PeriodicThread(ProcessMonitor.ReadingInterval, monitor.Update, cost),
        ];
    }

    /// <summary>
    /// Stops the threads that publish the state of the load and read metrics, and waits until both have ended.
    /// </summary>
    public void Stop()
    {
        foreach (var thread in _threads)
            thread.Dispose();
        _threads = [];
    }

    public void Dispose() => Stop();
}
