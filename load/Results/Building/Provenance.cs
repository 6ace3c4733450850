using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;

namespace Load.Results.Building;

/// <summary>Where figures come from: the tool's build and the machine it ran on.</summary>
internal static class Provenance
{
    public static Tool ThisTool()
    {
        var version = typeof(Provenance).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion.Split('+', 2);
        return new Tool("load", version[0], version.ElementAtOrDefault(1));
    }

    /// <returns>Label and value.</returns>
    public static IEnumerable<string[]> ReadMachine()
    {
        var tool = ThisTool();
        yield return ["Tool", $"load {tool.Version}, commit {tool.Commit ?? "unknown"}"];
        yield return ["Runtime", $"{RuntimeInformation.FrameworkDescription}, {Gc()} (the load tool's own)"];
        yield return ["CPU", $"{Environment.ProcessorCount} × {CpuModel()}, {RuntimeInformation.OSArchitecture}"];
        yield return ["Memory", $"{GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 1e9:0.0} GB"];
        if (new CgroupLimits().Limits is { } limits)
            yield return ["Limits", limits];
        yield return ["System", $"{RuntimeInformation.OSDescription}, kernel {Environment.OSVersion.Version}"];
    }

    private static string Gc()
    {
        var kind = GCSettings.IsServerGC ? "server" : "workstation";
        return GCSettings.LatencyMode == GCLatencyMode.Batch ? $"{kind} GC, not concurrent" : $"{kind} GC, concurrent";
    }

    private static string CpuModel()
    {
        const string info = "/proc/cpuinfo";
        return File.Exists(info)
            ? File.ReadLines(info)
                .Where(line => line.StartsWith("model name", StringComparison.Ordinal))
                .Select(line => line.Split(':', 2)[^1].Trim())
                .FirstOrDefault("unknown model")
            : Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "unknown model";
    }
}
