using Load.Config.Keys;
using Load.Config.Options;
using Load.Target;

namespace Load.Config.Readers;

/// <summary>The tiers of what is loaded, each with what it has to reconcile.</summary>
internal sealed class MonitorReader(OptionValues fields)
{
    /// <param name="frontEnd">What is loaded, where it is one server; null for several, of which none counts all.</param>
    /// <param name="isAtItsOwn">Rather than where the key says, if it does.</param>
    /// <param name="own">Of a variant: they replace those of the same name.</param>
    public IReadOnlyList<MonitoredProcess> Read(string? frontEnd, bool isAtItsOwn = false, IReadOnlyList<MonitoredProcess>? own = null)
    {
        var given = (own ?? []).Concat(fields.GetValues(MonitorKeys.Tiers)).DistinctBy(tier => tier.Name).ToArray();
        var loaded = isAtItsOwn ? null : given.FirstOrDefault(tier => tier.Name == MonitoredProcess.FrontEnd);
        loaded ??= frontEnd is null ? null : new MonitoredProcess(MonitoredProcess.FrontEnd, frontEnd);
        MonitoredProcess[] all = [.. loaded is null ? Array.Empty<MonitoredProcess>() : [loaded], .. given.Where(tier => tier.Name != MonitoredProcess.FrontEnd)];
        var reconciled = fields.GetValues(MonitorKeys.Reconcile);
        foreach (var unknown in reconciled.Where(one => all.All(tier => tier.Name != one.Tier)))
        {
            fields.Diagnostics.Add(fields.GetLocation(MonitorKeys.Reconcile), $"found a tier {unknown.Tier}, expected one of {Names(all)}",
                $"--tier {unknown.Tier}=http://127.0.0.1:5101");
        }

        return [.. all.Select(tier => tier with { Reconciled = reconciled.FirstOrDefault(one => one.Tier == tier.Name)?.Counter })];
    }

    private static string Names(MonitoredProcess[] tiers) => tiers.Length is 0 ? "none" : string.Join(", ", tiers.Select(tier => tier.Name));
}
