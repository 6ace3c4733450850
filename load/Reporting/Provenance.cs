using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using Load.Reporting.Model;

namespace Load.Reporting;

/// <summary>Where figures come from: the tool's build and the machine it ran on.</summary>
internal static class Provenance
{
    public static Tool ThisTool()
    {
        var version = typeof(Provenance).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion.Split('+', 2);
        return new Tool("load", version[0], version.ElementAtOrDefault(1));
    }

    public static IEnumerable<(string Label, string Value)> OfThisMachine()
    {
        var tool = ThisTool();
        yield return ("Tool", tool.Commit is null ? $"load {tool.Version}" : $"load {tool.Version}, commit {tool.Commit}");
        yield return ("Runtime", $"{RuntimeInformation.FrameworkDescription}, {Gc()} (the load tool's own)");
        yield return ("CPU", $"{Environment.ProcessorCount} × {CpuModel()}");
        yield return ("Memory", $"{GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 1e9:0.0} GB");
        yield return ("System", $"{RuntimeInformation.OSDescription}, {RuntimeInformation.OSArchitecture}");
    }

    private static string Gc() =>
        $"{(GCSettings.IsServerGC ? "server" : "workstation")} GC, {(GCSettings.LatencyMode == GCLatencyMode.Batch ? "not concurrent" : "concurrent")}";

    private static string CpuModel()
    {
        const string info = "/proc/cpuinfo";
        var line = File.Exists(info)
            ? File.ReadLines(info).FirstOrDefault(l => l.StartsWith("model name", StringComparison.Ordinal))
            : Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
        return line?[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim() ?? RuntimeInformation.OSArchitecture.ToString();
    }
}
