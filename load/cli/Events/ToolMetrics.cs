using System.Net;
using Prometheus;

namespace TwoTier.Load.Cli.Events;

/// <summary>
/// Serves the metrics of the load tool at /metrics: which load is sent and, at the end of a comparison, what its result
/// says. Prometheus could not measure a variant, because a turn can be shorter than the time between two scrapes.
/// </summary>
internal sealed class ToolMetrics : IDisposable
{
    private const double MillisecondsPerSecond = 1000;
    private const double BytesPerKilobyte = 1000;
    private static readonly TimeSpan TimeOfScrape = TimeSpan.FromMilliseconds(200);

    private readonly CollectorRegistry _registry = Prometheus.Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;
    private readonly MetricServer _server;
    private TaskCompletionSource? _scrape;
    private IReadOnlyList<VariantResult> _found = [];

    public ToolMetrics(
        int port, string scenario, RunProgress progress, Func<TimeSpan> getToolCpu, ExperimentPlan? plan = null)
    {
        _metrics = Prometheus.Metrics.WithCustomRegistry(_registry);
        AddGauge(
            "load_stage",
            "Always 1. The labels name scenario, variant and phase.",
            ["scenario", "variant", "phase"],
            () => progress.Stages.Select(one => new Sample(1, scenario, one.Variant, one.Name)));
        AddGauge(
            "load_round",
            "Current round of the comparison, or 0 before the first round.",
            [],
            () => progress.Stages.Take(1).Select(one => new Sample(one.Round)));
        AddCounter(
            "load_requests_total",
            "Requests that have ended, warm-ups included.",
            ["outcome"],
            () =>
            {
                var (successes, errors) = progress.GetRequestCounts();
                return [new Sample(successes, "success"), new Sample(errors, "error")];
            });
        AddCounter(
            "load_cpu_seconds_total",
            "CPU time that the load tool has used.",
            [],
            () => [new Sample(getToolCpu().TotalSeconds)]);
        if (plan is not null)
            AddComparison(scenario, plan);
        _registry.AddBeforeCollectCallback(() =>
        {
            HasReader = plan is not null;
            Volatile.Read(ref _scrape)?.TrySetResult();
        });
        _server = new MetricServer(Host, port, "metrics/", _registry);
        try
        {
            _server.Start();
        }
        catch (HttpListenerException e)
        {
            throw new UserErrorException($"--metrics: error: cannot listen on port {port}: {e.Message}");
        }
    }

    /// <summary>The host to listen at. Outside of a container, only programs on this machine can connect.</summary>
    public static string Host { get; } =
        Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") is "true" ? "+" : "127.0.0.1";

    /// <summary>
    /// True if the results of a comparison have been read at least once, so that somebody probably wants the last ones.
    /// </summary>
    public bool HasReader { get; private set; }

    /// <summary>Publishes what a comparison has found.</summary>
    public void Show(Result result) => Volatile.Write(ref _found, result.Variants);

    /// <summary>Waits until the metrics have been read once more.</summary>
    public async Task WaitForScrapeAsync(TimeSpan limit, TimeProvider time, CancellationToken stop)
    {
        var scrape = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _scrape, scrape);
        await scrape.Task.WaitAsync(limit, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        // The scrape has only begun, and a server that is stopped would not complete it.
        if (scrape.Task.IsCompleted)
            await Task.Delay(TimeOfScrape, time, CancellationToken.None);
    }

    public void Dispose() => _server.Dispose();

    private void AddComparison(string scenario, ExperimentPlan plan)
    {
        AddGauge(
            "load_variant_verdict",
            "Always 1. The label says how the throughput compares with the baseline's, or \"measuring\".",
            ["scenario", "variant", "verdict"],
            () => plan.Variants.Select(variant => new Sample(1, scenario, variant.Name, GetVerdict(variant, plan))));
        AddGauge(
            "load_variant_goodput",
            "Successful responses per second, in all turns of the variant.",
            ["scenario", "variant"],
            () => Volatile.Read(ref _found).Select(one => new Sample(one.Throughput.Rate, scenario, one.Name)));
        AddFound("load_variant_throughput_ratio", "bound", "Ratio of the throughput to the baseline's.",
            one => [("value", one.Ratio?.Value), ("low", one.Ratio?.Lo), ("high", one.Ratio?.Hi)]);
        AddFound("load_variant_cpu_seconds_per_request", "process", "CPU time per response, in all turns.",
            one => one.Processes.Select(process => (process.Key, process.Value?.CpuMs / MillisecondsPerSecond)));
        AddFound("load_variant_allocated_bytes_per_request", "process", "Bytes allocated per response, in all turns.",
            one => one.Processes.Select(process => (process.Key, process.Value?.AllocKb * BytesPerKilobyte)));

        void AddFound(
            string name, string label, string help, Func<VariantResult, IEnumerable<(string, double?)>> read) =>
            AddGauge(name, help, ["scenario", "variant", label], () =>
                from variant in Volatile.Read(ref _found)
                from one in read(variant)
                select new Sample(one.Item2, scenario, variant.Name, one.Item1));
    }

    private string GetVerdict(Variant variant, ExperimentPlan plan) => Volatile.Read(ref _found) switch
    {
        _ when variant.Name == plan.BaselineName => VerdictLabels.Baseline,
        [] => "measuring",
        var found => found.FirstOrDefault(one => one.Name == variant.Name)?.Ratio is { } ratio
            ? VerdictLabels.Format(ratio.Verdict)
            : "not measured",
    };

    private void AddCounter(string name, string help, string[] labels, Func<IEnumerable<Sample>> read)
    {
        var counter = _metrics.CreateCounter(name, help, labels);
        _registry.AddBeforeCollectCallback(() =>
        {
            foreach (var sample in read())
                counter.WithLabels(sample.Labels).IncTo(sample.Value!.Value);
        });
    }

    // What is not known, or no longer, is left out.
    private void AddGauge(string name, string help, string[] labels, Func<IEnumerable<Sample>> read)
    {
        var gauge = _metrics.CreateGauge(name, help, labels, new GaugeConfiguration { SuppressInitialValue = true });
        _registry.AddBeforeCollectCallback(() =>
        {
            Sample[] known = [.. read().Where(sample => sample.Value is not null)];
            string[][] before = [.. gauge.GetAllLabelValues()];
            foreach (var old in before.Where(old => !known.Any(sample => sample.Labels.SequenceEqual(old))))
                gauge.RemoveLabelled(old);
            foreach (var sample in known)
                gauge.WithLabels(sample.Labels).Set(sample.Value!.Value);
        });
    }

    private sealed record Sample(double? Value, params string[] Labels);
}
