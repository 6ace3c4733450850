using Load.Config.Keys;
using Load.Config.Options;
using Load.Target;

namespace Load.Config.Readers;

/// <summary>
/// Reads from the options which processes are monitored, with the metrics and the counter of each process.
/// </summary>
internal sealed class MonitorReader(OptionValues options)
{
    /// <summary>Reads the monitored processes: the target first, then the processes that the options name.</summary>
    /// <param name="target">
    /// The base URL of the target. Null if requests go to several servers, none of which counts all requests.
    /// </param>
    /// <param name="hasOwnUrl">
    /// True for a variant with its own URL. Its metrics are read from that URL, not from the one that the option names.
    /// </param>
    /// <param name="own">The processes that the variant itself names. They replace processes of the same name.</param>
    public IReadOnlyList<MonitoredProcess> Read(
        string? target, bool hasOwnUrl = false, IReadOnlyList<MonitoredProcess>? own = null)
    {
        var named = (own ?? [])
            .Concat(options.GetValues(MonitorKeys.Monitor))
            .DistinctBy(process => process.Name)
            .ToArray();
        var loaded = hasOwnUrl ? null : named.FirstOrDefault(process => process.Name == MonitoredProcess.Target);
        loaded ??= target is null ? null : new MonitoredProcess(MonitoredProcess.Target, target);
        MonitoredProcess[] all =
        [
            .. loaded is null ? Array.Empty<MonitoredProcess>() : [loaded],
            .. named.Where(process => process.Name != MonitoredProcess.Target),
        ];
        var counters = options.GetValues(MonitorKeys.Reconcile);
        foreach (var unknown in counters.Where(one => all.All(process => process.Name != one.Process)))
        {
            options.Diagnostics.Add(
                options.GetLocation(MonitorKeys.Reconcile),
                $"unknown process {unknown.Process}. Known processes: {FormatNames(all)}",
                $"--monitor {unknown.Process}=http://127.0.0.1:5101");
        }

        var metrics = options.GetValues(MonitorKeys.Metric)
            .GroupBy(metric => metric.Quantity)
            .ToDictionary(quantity => quantity.Key, quantity => quantity.Last().Name);
        return
        [
            .. all.Select(process => process with
            {
                Reconciled = counters.FirstOrDefault(one => one.Process == process.Name)?.Counter,
                MetricNames = metrics,
            }),
        ];
    }

    private static string FormatNames(MonitoredProcess[] processes) =>
        processes.Length is 0 ? "none" : string.Join(", ", processes.Select(process => process.Name));
}
