using System.Text.Json.Nodes;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>
/// Upgrades a result file of schema 1, which had fixed names for two processes: the process that received the load, and
/// the process that it called. The first process becomes the target, the second a monitored process.
/// </summary>
internal static class ResultSchemaUpgrade
{
    /// <summary>The identifier of schema 1, whose result files can be upgraded.</summary>
    public const string OldSchema = "urn:two-tier-testbed:result:1";

    private const string OldTarget = "front-end";
    private const string OldMonitoredProcessName = "back-end";
    private static readonly string[] ListsWithProcesses = ["bursts", "windows", "phases", "kinds"];

    /// <summary>Changes the JSON of a schema 1 result in place to the JSON of the current schema.</summary>
    public static void Upgrade(JsonObject result)
    {
        result["schema"] = Result.SchemaId;
        foreach (var variant in GetObjects(result["variants"]))
        {
            RenameProcesses(variant);
            foreach (var part in ListsWithProcesses.SelectMany(list => GetObjects(variant[list])))
                RenameProcesses(part);
            foreach (var round in GetObjects(variant["rounds"]))
                CombineCpuTimes(round);
        }
    }

    private static void RenameProcesses(JsonObject holder)
    {
        if (!holder.Remove("tiers", out var processes))
            return;
        holder["processes"] = processes is JsonObject byName
            ? new JsonObject(byName.ToArray().Select(process => KeyValuePair.Create(
                process.Key == OldTarget ? MonitoredProcess.Target : process.Key, process.Value?.DeepClone())))
            : processes;
    }

    private static void CombineCpuTimes(JsonObject round)
    {
        round.Remove("fe_cpu_ms", out var target);
        round.Remove("be_cpu_ms", out var monitored);
        round["cpu_ms"] = new JsonObject { [MonitoredProcess.Target] = target, [OldMonitoredProcessName] = monitored };
    }

    private static IEnumerable<JsonObject> GetObjects(JsonNode? list) =>
        list is JsonArray items ? items.OfType<JsonObject>() : [];
}
