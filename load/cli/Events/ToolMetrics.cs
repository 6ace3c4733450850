namespace TwoTier.Load.Cli.Events;

/// <summary>
/// The metrics of the load tool in the Prometheus text format 0.0.4. The metrics let dashboards show which load was
/// sent at which time, and what a comparison has measured.
/// </summary>
internal sealed class ToolMetrics(
    string scenario, RunProgress progress, Func<TimeSpan> getToolCpu, VariantMetrics? variants = null)
{
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    private readonly Lock _gate = new();
    private TaskCompletionSource _nextScrape = new();

    /// <summary>
    /// True if the results of a comparison have been read at least once, so that somebody probably wants the last ones.
    /// </summary>
    public bool HasReader { get; private set; }

    /// <summary>
    /// Waits until the metrics have been read once more, so that their last values are not lost. A comparison can end
    /// sooner after its last trial than Prometheus scrapes again.
    /// </summary>
    public async Task WaitForScrapeAsync(TimeSpan limit, TimeProvider time, CancellationToken stop)
    {
        var scrape = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_gate)
            _nextScrape = scrape;
        await Task.WhenAny(scrape.Task, Task.Delay(limit, time, stop));
    }

    public string Format()
    {
        TaskCompletionSource scrape;
        lock (_gate)
            (scrape, HasReader) = (_nextScrape, variants is not null);
        var text = new PrometheusText();
        if (progress.Stages is [var stage, ..] stages)
        {
            text.Add(
                "load_stage",
                "gauge",
                "Always 1. The labels name scenario, variant and phase.",
                stages.Select(one =>
                    ((double?)1, new[] { ("scenario", scenario), ("variant", one.Variant), ("phase", one.Name) })));
            text.Add(
                "load_round",
                "gauge",
                "Current round of the comparison, or 0 before the first round.",
                (stage.Round, []));
        }

        var (successes, errors) = progress.GetRequestCounts();
        text.Add(
            "load_requests_total",
            "counter",
            "Requests that have ended, warm-ups included.",
            (successes, [("outcome", "success")]),
            (errors, [("outcome", "error")]));
        text.Add(
            "load_cpu_seconds_total",
            "counter",
            "CPU time that the load tool has used.",
            (getToolCpu().TotalSeconds, []));
        variants?.AddTo(text);
        scrape.TrySetResult();
        return text.ToString();
    }
}
