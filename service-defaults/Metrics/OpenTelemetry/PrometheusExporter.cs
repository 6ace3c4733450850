using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Collects on demand and renders as Prometheus text. One scrape at a time: the points are valid only inside Export.
/// </summary>
[ExportModes(ExportModes.Pull)]
internal sealed class PrometheusExporter : BaseExporter<Metric>, IPullMetricExporter
{
    private readonly SemaphoreSlim _gate = new(1);
    private readonly PrometheusText _text = new();

    public Func<int, bool>? Collect { get; set; }

    public async Task<byte[]> ScrapeAsync(CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken);
        try
        {
            // Half an exposition would be read as counters that fell.
            if (!Collect!(Timeout.Infinite))
                throw new InvalidOperationException("The metrics could not be collected.");
            return _text.ToBytes();
        }
        finally
        {
            _gate.Release();
        }
    }

    public override ExportResult Export(in Batch<Metric> batch)
    {
        var metrics = new List<Metric>();
        foreach (var metric in batch)
            metrics.Add(metric);
        _text.Write(metrics);
        return ExportResult.Success;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _gate.Dispose();
        base.Dispose(disposing);
    }
}
