using Load.Recording;
using Load.Scraping;
using static Load.Reporting.Figures;

namespace Load.Comparing;

/// <summary>The checks that hold for any stretch of load.</summary>
internal static class RunChecks
{
    private const double ErrorLimit = 0.001;

    public static Check Errors(Recorder all) => new(
        "errors",
        "Errors",
        $"{Count(all.Errors)} of {Count(all.Requests)}",
        "< 0.1 %",
        Check.FailUnless(all.Requests > 0 && all.Errors < ErrorLimit * all.Requests),
        "look at what the target answers: load run -u URL");

    /// <summary>
    /// Above half of the cores the tool takes the processor from what it measures on the same machine, and a closed
    /// loop then measures the tool.
    /// </summary>
    public static Check OwnCpu(double cores, int machine) => new(
        "self",
        "Load tool's own CPU",
        $"{cores:0.00} of {machine} cores",
        $"< {machine / 2.0:0.0##}",
        Check.FailUnless(cores < machine / 2.0),
        "give it fewer connections: -c 4, or a machine of its own");

    public static Check Server(IReadOnlyCollection<Usage> stretches, Tier loaded)
    {
        const string label = "Client and server counts agree";
        var counted = stretches.Count(usage => usage.ServerRequests is not null);
        var wrong = stretches.Count(usage => !usage.Agrees);
        return counted == 0
            ? new Check("server", label, $"no request count at {loaded.BaseUrl}/metrics", "all", CheckState.Note)
            : new Check(
                "server", label, $"{counted - wrong} of {counted}", "all", Check.FailUnless(wrong == 0),
                "let nothing else call the target while it is measured");
    }

    public static Check ClosedLoop { get; } = new(
        "model", "Closed loop", "stalls are under-counted", "", CheckState.Note);
}
