using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using ServiceDefaults.Otlp;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Collects the metrics of the OpenTelemetry SDK on demand and renders them as Prometheus text. Handles one scrape at a
/// time, because metric points are valid only while they are exported.
/// </summary>
[ExportModes(ExportModes.Pull)]
internal sealed class PrometheusExporter(AllocationCounter allocation) : BaseExporter<Metric>, IPullMetricExporter
{
    private readonly SemaphoreSlim _scrapeLock = new(1);
    private readonly PrometheusTextWriter _writer = new();
    private bool _isAllocationStalled;
    private bool _isOpenMetrics;

    public Func<int, bool>? Collect { get; set; }

    /// <param name="isOpenMetrics">Whether to render OpenMetrics text, which has exemplars.</param>
    /// <param name="cancellationToken">A token that cancels the wait for other scrapes.</param>
    public async Task<byte[]> ScrapeAsync(bool isOpenMetrics, CancellationToken cancellationToken)
    {
        await _scrapeLock.WaitAsync(cancellationToken);
        try
        {
            _isOpenMetrics = isOpenMetrics;
            _isAllocationStalled = allocation.IsStalled();

            // A failed collection throws, because Prometheus would take incomplete metrics for counters that were
            // reset.
            if (!Collect!(Timeout.Infinite))
                throw new InvalidOperationException("The metrics could not be collected.");
            return _writer.ToUtf8();
        }
        finally
        {
            _scrapeLock.Release();
        }
    }

    public override ExportResult Export(in Batch<Metric> batch)
    {
        // The counter may begin to stand still or to count again while the metrics are collected. Its value is exported
        // only if it counted before and after.
        var hasAllocation = !_isAllocationStalled && !allocation.IsStalled();
        var metrics = new List<Metric>();
        foreach (var metric in batch)
        {
            if (hasAllocation || metric.Name is not AllocationCounter.InstrumentName)
                metrics.Add(metric);
        }

        _writer.Write(metrics, _isOpenMetrics);
        return ExportResult.Success;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _scrapeLock.Dispose();
        base.Dispose(disposing);
    }
}

/// <summary>
/// Exports the metrics of the runtime, of ASP.NET Core and of the service at /metrics, with the OpenTelemetry SDK.
/// </summary>
internal static class PrometheusExporterExtensions
{
    /// <summary>
    /// The largest number of series that an instrument may have, except the built-in duration histograms. The
    /// OpenTelemetry SDK allocates all series in advance: with the SDK's default of 2,000 they take some 6 MB, mostly
    /// for instruments with one to ten series.
    /// </summary>
    public const int MaxSeries = 500;

    private const string OpenMetricsType = "application/openmetrics-text";

    public static IServiceCollection AddMetricsExporter(
        this IServiceCollection services, string serviceMeter) => services
        .AddSingleton(new AllocationCounter())
        .AddSingleton<PrometheusExporter>()
        .AddSingleton<ProcessMetrics>()
        .AddSingleton(provider => BuildMeterProvider(provider, serviceMeter));

    public static void MapMetricsEndpoint(this WebApplication app)
    {
        // ProcessMetrics and MeterProvider are created now and not at the first scrape, so that everything before that
        // scrape is counted too.
        app.Services.GetRequiredService<ProcessMetrics>();
        app.Services.GetRequiredService<MeterProvider>();
        app.MapGet("/metrics", ScrapeAsync).DisableHttpMetrics().DisableRateLimiting().ExcludeFromDescription();
    }

    private static async Task ScrapeAsync(
        HttpContext context, PrometheusExporter exporter, IConfiguration configuration)
    {
        // Only traced requests are exemplars. Without them, OpenMetrics has nothing that the older format lacks.
        var isOpenMetrics = OtlpExport.IsEnabled(configuration)
            && context.Request.Headers.Accept.ToString().Contains(OpenMetricsType, StringComparison.OrdinalIgnoreCase);
        var text = await exporter.ScrapeAsync(isOpenMetrics, context.RequestAborted);
        context.Response.ContentType = isOpenMetrics
            ? $"{OpenMetricsType}; version=1.0.0; charset=utf-8"
            : "text/plain; version=0.0.4; charset=utf-8";
        await context.Response.BodyWriter.WriteAsync(text, context.RequestAborted);
    }

    private static MeterProvider BuildMeterProvider(IServiceProvider services, string serviceMeter)
    {
        var meters = services.GetRequiredService<IMeterFactory>();
        var configuration = services.GetRequiredService<IConfiguration>();
        var builder = Sdk.CreateMeterProviderBuilder()
            .AddMeter(ExportedMeters.GetNames(serviceMeter))
            // A single view configures all instruments, because the SDK exports an instrument once for every view that
            // matches the instrument.
            .AddView(instrument => BelongsToAnotherService(instrument, meters)
                || ExportedMeters.IsExcludedInstrument(instrument)
                ? MetricStreamConfiguration.Drop
                : CreateStream(instrument))
            .AddReader(new BaseExportingMetricReader(services.GetRequiredService<PrometheusExporter>()));
        if (OtlpExport.IsEnabled(configuration))
        {
            builder
                .SetExemplarFilter(ExemplarFilterType.TraceBased)
                .ConfigureServices(sdkServices => sdkServices.UseConfiguration(configuration))
                .ConfigureResource(resource => resource.AddService(serviceMeter))
                .AddOtlpExporter();
        }

        return builder.Build();
    }

    private static MetricStreamConfiguration CreateStream(Instrument instrument) =>
        ExportedMeters.NeedsDurationBuckets(instrument)
            ? new ExplicitBucketHistogramConfiguration { Boundaries = [.. DurationBuckets.BoundsInSeconds] }
            : new MetricStreamConfiguration { CardinalityLimit = MaxSeries };

    /// <summary>
    /// Returns whether an instrument belongs to another service that runs in the same process, as in tests. Each
    /// service has a separate meter factory.
    /// </summary>
    private static bool BelongsToAnotherService(Instrument instrument, IMeterFactory meters) =>
        instrument.Meter.Scope is IMeterFactory scope && !ReferenceEquals(scope, meters);
}
