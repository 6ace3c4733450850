using System.Net;
using Prometheus;

namespace TwoTier.Load.Cli;

/// <summary>Serves the metrics of the load tool at /metrics: which load is sent.</summary>
internal sealed class ToolMetrics : IDisposable
{
    private readonly CollectorRegistry _registry = Prometheus.Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;
    private readonly MetricServer _server;

    public ToolMetrics(int port, string scenario, RunProgress progress, Func<TimeSpan> getToolCpu)
    {
        _metrics = Prometheus.Metrics.WithCustomRegistry(_registry);
        AddGauge(
            "load_stage",
            "Always 1. The labels name scenario, variant and phase.",
            ["scenario", "variant", "phase"],
            () => progress.Stages.Select(one => new Sample(1, scenario, one.Variant, one.Name)));
        AddGauge(
            "load_round",
            "Current round of a comparison; 0 before the first one, and in other runs.",
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

    public void Dispose() => _server.Dispose();

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
