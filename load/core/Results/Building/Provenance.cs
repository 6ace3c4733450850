using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;

namespace TwoTier.Load.Results.Building;

/// <summary>Describes where and when a result was measured, and by which version of the load tool.</summary>
internal static class Provenance
{
    /// <summary>The label of the provenance row that states the runtime of the target.</summary>
    public const string TargetLabel = "Target";

    /// <summary>The label of the provenance row that states the number of cores and the model of the CPU.</summary>
    public const string CpuLabel = "CPU";

    /// <summary>Gets the version of this load tool and the commit from which it was built.</summary>
    public static Result.ToolVersion GetTool()
    {
        var version = typeof(Provenance).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion.Split('+', 2);
        return new Result.ToolVersion("load", version[0], version.ElementAtOrDefault(1));
    }

    /// <summary>
    /// Formats the version of this load tool, such as "load 0.1.0, commit 1a2b3c-dirty". The suffix -dirty marks a
    /// build with uncommitted changes.
    /// </summary>
    public static string FormatTool()
    {
        var tool = GetTool();
        return $"{tool.Name} {tool.Version}, commit {tool.Commit ?? "unknown"}";
    }

    /// <summary>
    /// Creates the id of a result, such as 20261120-0914-strategies. The result files are named after it.
    /// </summary>
    public static string CreateResultId(DateTimeOffset started, string name) =>
        $"{started.ToString("yyyyMMdd-HHmm", CultureInfo.InvariantCulture)}-{name}";

    /// <summary>Formats a point in time as an RFC 3339 timestamp in UTC.</summary>
    public static string FormatTimestamp(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    /// <summary>
    /// Creates the provenance rows about the target: its runtime, and how connections to it are opened.
    /// </summary>
    public static IEnumerable<string[]> DescribeTarget(RunDescription description, string? target)
    {
        yield return [TargetLabel, target ?? ProcessDescription.NotMonitored];
        if (description.Client is { } client)
            yield return ["Client", client];
    }

    /// <summary>Reads the properties of the load tool and of the machine, each as a pair of label and value.</summary>
    public static IEnumerable<string[]> ReadMachine()
    {
        yield return ["Tool", FormatTool()];
        yield return ["Runtime", $"{RuntimeInformation.FrameworkDescription}, {DescribeGc()} (the load tool's own)"];
        yield return [CpuLabel, $"{Environment.ProcessorCount} × {ReadCpuModel()}, {RuntimeInformation.OSArchitecture}"];
        yield return ["Memory", $"{GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 1e9:0.0} GB"];
        if (OperatingSystem.IsLinux()
            && new CgroupLimits().Describe() is { } limits)
            yield return ["Limits", limits];
        yield return ["System", $"{RuntimeInformation.OSDescription}, kernel {Environment.OSVersion.Version}"];
    }

    private static string DescribeGc()
    {
        var kind = GCSettings.IsServerGC ? "server" : "workstation";
        return GCSettings.LatencyMode == GCLatencyMode.Batch ? $"{kind} GC, not concurrent" : $"{kind} GC, concurrent";
    }

    private static string ReadCpuModel()
    {
        const string CpuInfo = "/proc/cpuinfo";
        return OperatingSystem.IsLinux() && File.Exists(CpuInfo)
            ? File.ReadLines(CpuInfo)
                .Where(line => line.StartsWith("model name", StringComparison.Ordinal))
                .Select(line => line.Split(':', 2)[^1].Trim())
                .FirstOrDefault("unknown model")
            : Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "unknown model";
    }
}
