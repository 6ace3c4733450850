using Load.Config.Options;
using Load.Diagnostics;
using Load.Http;
using Load.Target;
using Load.Units;

namespace Load.Config.Keys;

/// <summary>The processes that take part in answering, and what their metrics must say.</summary>
internal static class MonitorKeys
{
    public static readonly OptionKey<MonitoredProcess> Tiers = new(
        "tier",
        "Where a tier has its /metrics: name=http://host:port. front-end is what is loaded, at its own base URL.",
        ReadTier) { IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Reconciliation> Reconcile = new(
        "reconcile",
        "INVALID unless this counter of a tier grew by one for each success: name=counter_total.",
        ReadReconciliation) { IsRepeatable = true, NameSeparator = "=" };

    public static readonly OptionKey<Duration> Settle = new(
        "settle", "Wait so long after the load, then read the tiers' memory once more.", Parsers.DurationParser(TimeSpan.Zero))
    {
        Default = "0s",
    };

    public static readonly IReadOnlyList<OptionKey> All = [Tiers, Reconcile, Settle];

    private static MonitoredProcess ReadTier(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var url] && UrlText.IsAbsolute(url)
            ? new MonitoredProcess(name, UrlText.BaseOf(url))
            : throw ParseException.Expecting(text, "name=http://host:port", "back-end=http://127.0.0.1:5101");

    private static Reconciliation ReadReconciliation(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var counter] && IsMetric(counter)
            ? new Reconciliation(name, counter)
            : throw ParseException.Expecting(text, "a tier's name and a counter's", "back-end=requests_total");

    private static bool IsMetric(string name) =>
        name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or ':') && !char.IsAsciiDigit(name[0]);
}
