using Load.Http;
using Load.Target;

namespace Load.Experiment;

/// <summary>One of the things compared: a request, and the tiers whose metrics tell what it costs.</summary>
/// <param name="Name">As in every table and in the result file.</param>
/// <param name="Requests">What to request.</param>
/// <param name="Processes">The first one is the tier that is loaded.</param>
internal sealed record Variant(string Name, RequestMix Requests, IReadOnlyList<MonitoredProcess> Processes)
{
    /// <summary>One of the plan's; null for none.</summary>
    public string? Group { get; init; }

    /// <summary>What it is, in a sentence.</summary>
    public string? Summary { get; init; }
}
