using System.Net;
using Prometheus;

namespace TwoTier.Load.Cli;

/// <summary>Serves the metrics of the load tool at /metrics: which load is sent.</summary>
internal sealed class ToolMetrics : IDisposable
{
    private readonly MetricServer _server;

    public ToolMetrics(int port, string scenario, RunProgress progress, Func<TimeSpan> getToolCpu)
    {
        var registry = Prometheus.Metrics.NewCustomRegistry();
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        // What is not known, or no longer, is left out.
        var configuration = new GaugeConfiguration { SuppressInitialValue = true };
        var stage = metrics.CreateGauge(
            "load_stage",
            "Always 1. The labels name scenario, variant and phase.",
            ["scenario", "variant", "phase"],
            configuration);
        var round = metrics.CreateGauge(
            "load_round",
            "Current round of a comparison; 0 before the first one, and in other runs.",
            configuration);
        var requests = metrics.CreateCounter(
            "load_requests_total", "Requests that have ended, warm-ups included.", ["outcome"]);
        var cpu = metrics.CreateCounter("load_cpu_seconds_total", "CPU time that the load tool has used.");
        registry.AddBeforeCollectCallback(() =>
        {
            if (progress.Stage is { } current)
            {
                foreach (var labels in stage.GetAllLabelValues().ToArray())
                    stage.RemoveLabelled(labels);
                stage.WithLabels(scenario, current.Variant, current.Name).Set(1);
                round.Set(current.Round);
            }

            var (successes, errors) = progress.GetRequestCounts();
            requests.WithLabels("success").IncTo(successes);
            requests.WithLabels("error").IncTo(errors);
            cpu.IncTo(getToolCpu().TotalSeconds);
        });
        _server = new MetricServer(Host, port, "metrics/", registry);
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
}
