using Load.Http;
using Load.Target;

namespace Load.Experiment;

/// <summary>A variant of a comparison.</summary>
/// <param name="Name">The name in tables and in the result file.</param>
/// <param name="Requests">The requests to send.</param>
/// <param name="Processes">The monitored processes; the first one is the target.</param>
internal sealed record Variant(string Name, RequestMix Requests, IReadOnlyList<MonitoredProcess> Processes)
{
    /// <summary>The name of one of the plan's groups; null for none.</summary>
    public string? Group { get; init; }

    /// <summary>A description in one sentence; null for none.</summary>
    public string? Summary { get; init; }
}
