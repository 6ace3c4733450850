using System.Collections;
using System.Reflection;
using System.Runtime;

namespace TwoTier.Load.Results.Building;

internal static partial class Provenance
{
    public const string TargetLabel = "Target";

    public const string LoadLabel = "Load";

    public const string CpuLabel = "CPU";

    public static Result.ToolVersion GetTool()
    {
        var version = typeof(Provenance).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
            .InformationalVersion.Split('+', 2);
        return new Result.ToolVersion("load", version[0], version.ElementAtOrDefault(1));
    }

    /// <summary>Formats the version, such as "load 0.1.0, commit 1a2b3c-dirty" (with uncommitted changes).</summary>
    public static string FormatTool()
    {
        var tool = GetTool();
        return $"{tool.Name} {tool.Version}, commit {tool.Commit ?? "unknown"}";
    }

    /// <summary>Creates the id of a result, after which its files are named: 20261120-0914-strategies.</summary>
    public static string CreateResultId(DateTimeOffset started, string name) =>
        $"{started.ToString("yyyyMMdd-HHmm", CultureInfo.InvariantCulture)}-{name}";

    public static string FormatTimestamp(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    public static IEnumerable<string[]> ReadMachine()
    {
        var gc = GCSettings.IsServerGC ? "server" : "workstation";
        yield return ["Tool", FormatTool()];
        yield return ["Runtime", $"{RuntimeInformation.FrameworkDescription}, {gc} GC (the load tool's own)"];
        if (DescribeEnvironment() is { Length: > 0 } environment)
            yield return ["Environment", environment];
        yield return [CpuLabel, $"{Environment.ProcessorCount} × {ReadCpuModel()}, {RuntimeInformation.OSArchitecture}"];
        yield return ["Memory", $"{GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 1e9:0.0} GB"];
        if (CpuQuota.Read(Environment.ProcessId) is { } cores)
            yield return ["Limits", $"CPU {cores:0.##} cores"];
        yield return ["System", $"{RuntimeInformation.OSDescription}, kernel {Environment.OSVersion.Version}"];
    }

    // The services have the same settings if they were started from the same shell. A text may be secret.
    private static string DescribeEnvironment() => string.Join(
        ", ",
        Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .Select(variable => $"{variable.Key}={variable.Value}")
            .Where(variable => RuntimeSetting().IsMatch(variable))
            .Order(StringComparer.Ordinal));

    // Not the settings of the SDK and of the host, nor the one that this tool makes for itself.
    [GeneratedRegex("^(DOTNET|COMPlus)_(?!CLI|ROOT|HOST_PATH|NOLOGO|SKIP_|GENERATE_|ADD_|MULTILEVEL|ROLL_FORWARD|"
        + "RUNNING_IN|VERSION|SDK|USE_POLLING|WATCH|LAUNCH|INSTALL|PRINT|NUGET|SYSTEM_NET_SOCKETS_INLINE)"
        + @"\w+=[0-9A-Fa-fx]{1,8}$")]
    private static partial Regex RuntimeSetting();

    public static string ReadCpuModel()
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
