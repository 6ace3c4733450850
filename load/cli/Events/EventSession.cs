namespace TwoTier.Load.Cli.Events;

/// <summary>The events of everything that one command of the load tool measures or shows.</summary>
internal sealed class EventSession(EventWriter writer, ToolContext context, PrometheusScraper scraper, bool isStage)
    : IDisposable
{
    private EventReporter? _reporter;
    private PeriodicThread[] _threads = [];
    private long _runId;
    private bool _hasEnded;

    /// <summary>Publishes a run from now on, instead of the one before.</summary>
    public void Show(EventReporter reporter)
    {
        StopThreads();
        _runId = Math.Max(_runId + 1, context.Time.GetUtcNow().ToUnixTimeMilliseconds());
        (_reporter, _hasEnded) = (reporter, false);
        var header = reporter.Header with { Run = _runId, IsStage = isStage };
        writer.Publish(RunEvent.HeaderType, header);
        if (!reporter.HasStarted)
            reporter.Start();
        var monitor = new ProcessMonitor(scraper, reporter, writer, context.Time);
        var ticker = new LoadStatePublisher(writer, reporter, monitor, context.GetOwnCpuTime, context.Time);
        _threads =
        [
            new PeriodicThread(LoadStatePublisher.PublishInterval, ticker.PublishState),
            new PeriodicThread(LoadStatePublisher.PublishInterval, monitor.Update),
        ];
    }

    public void PublishEnd(Result result, string? path)
    {
        StopThreads();
        _reporter!.PublishResult(result);
        writer.Publish(RunEvent.ValidityType, result.Validity);
        PublishEnd(new MeasurementEndedEvent(
            result.Validity.State,
            "report",
            path,
            new ReportSentences(ResultSummary.GetTextRuns(result), [.. Insights.Create(result)])));
    }

    public void Complete()
    {
        EndRun();
        writer.Complete();
    }

    public void Dispose()
    {
        EndRun();
        writer.Dispose();
    }

    // What has no result was left before its end.
    private void EndRun()
    {
        StopThreads();
        if (!_hasEnded)
            PublishEnd(new MeasurementEndedEvent(RunValidity.CutShortState, null, null));
    }

    private void PublishEnd(MeasurementEndedEvent end)
    {
        _hasEnded = true;
        writer.Publish(RunEvent.EndType, end);
    }

    private void StopThreads()
    {
        foreach (var thread in _threads)
            thread.Dispose();
        _threads = [];
    }
}
