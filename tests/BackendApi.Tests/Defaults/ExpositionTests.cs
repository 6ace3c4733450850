using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using Testing;

namespace BackendApi.Tests.Defaults;

/// <summary>The Prometheus text of the service defaults.</summary>
public sealed class ExpositionTests
{
    [Fact]
    public async Task Label_OfAwkwardCharacters_IsEscaped()
    {
        await using var backend = new Backend();
        backend.Meter().CreateCounter<long>("awkward", "{thing}", "Back\\slash and\nnew line.")
            .Add(3, new KeyValuePair<string, object?>("le.label", "a\"b\\c\nd,e}é"));

        var text = await backend.ScrapeAsync();

        text.ShouldContain("# HELP awkward_total Back\\\\slash and\\nnew line.\n");
        text.ShouldContain("awkward_total{le_label=\"a\\\"b\\\\c\\nd,e}é\"} 3\n");
        Exposition.Parse(text).Sum("awkward_total").ShouldBe(3);
    }

    [Fact]
    public async Task Instruments_OfEveryKind_HaveTheirTypeUnitAndValue()
    {
        await using var backend = new Backend();
        var meter = backend.Meter();
        meter.CreateCounter<double>("a.counter", "s").Add(1.5);
        meter.CreateUpDownCounter<long>("a.level", "By").Add(-7);
        meter.CreateGauge<double>("a.gauge", "ms").Record(0.25);
        meter.CreateObservableGauge("an.observed", () => 42);
        var histogram = meter.CreateHistogram("a.histogram", "s", advice: new InstrumentAdvice<double> { HistogramBucketBoundaries = [1, 2] });
        foreach (var value in (double[])[0.5, 1.5, 9])
            histogram.Record(value);

        var metrics = Exposition.Parse(await backend.ScrapeAsync());

        metrics.Types["a_counter_seconds_total"].ShouldBe("counter");
        metrics.Samples["a_counter_seconds_total"].ShouldBe(1.5);
        metrics.Types["a_level_bytes"].ShouldBe("gauge");
        metrics.Samples["a_level_bytes"].ShouldBe(-7);
        metrics.Samples["a_gauge_milliseconds"].ShouldBe(0.25);
        metrics.Samples["an_observed"].ShouldBe(42);
        metrics.Types["a_histogram_seconds"].ShouldBe("histogram");
        metrics.Samples["a_histogram_seconds_bucket{le=\"1\"}"].ShouldBe(1);
        metrics.Samples["a_histogram_seconds_bucket{le=\"2\"}"].ShouldBe(2);
        metrics.Samples["a_histogram_seconds_bucket{le=\"+Inf\"}"].ShouldBe(3);
        metrics.Samples["a_histogram_seconds_sum"].ShouldBe(11);
        metrics.Samples["a_histogram_seconds_count"].ShouldBe(3);
    }

    [Fact]
    public async Task Labels_WithoutBound_AreCutAtTheLimit()
    {
        await using var backend = new Backend();
        var counter = backend.Meter().CreateCounter<long>("unbounded");
        for (var i = 0; i < 3_000; i++)
            counter.Add(1, new KeyValuePair<string, object?>("id", i));

        var metrics = Exposition.Parse(await backend.ScrapeAsync());

        metrics.Series("unbounded_total").Count().ShouldBeLessThanOrEqualTo(2_001);
        metrics.Sum("unbounded_total").ShouldBe(3_000);
    }

    [Fact]
    public async Task AnotherServiceInTheProcess_IsNotShown()
    {
        await using var backend = new Backend();
        await using var other = new Backend();
        (await other.GetAsync("/api/customer/1")).Status.ShouldBe(200);

        Exposition.Parse(await backend.ScrapeAsync()).Sum("http_server_request_duration_seconds_count").ShouldBe(0);
        Exposition.Parse(await other.ScrapeAsync()).Sum("http_server_request_duration_seconds_count").ShouldBe(1);
    }

    [Fact]
    public async Task Exposition_OfTheBackend_IsAcceptedByPromtool()
    {
        await using var backend = new Backend();
        await backend.GetAsync("/api/customer/1");

        await Promtool.ShouldAcceptAsync(await backend.ScrapeAsync());
    }

    private sealed class Backend : ServiceFactory<BackendApiMarker>
    {
        public Backend() : base(("Data:Customers", "1"))
        {
        }

        public Meter Meter()
        {
            _ = Address;
            return Services.GetRequiredService<IMeterFactory>().Create("BackendApi");
        }

        public async Task<string> ScrapeAsync() => (await GetAsync("/metrics")).Body;
    }
}
