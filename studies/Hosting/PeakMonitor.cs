namespace Studies.Hosting;

/// <summary>The peak monitor (peers/peak-monitor), with which services export their highest values.</summary>
internal static class PeakMonitor
{
    public static IReadOnlyDictionary<string, string> Variables { get; } = new Dictionary<string, string>
    {
        ["DOTNET_STARTUP_HOOKS"] = ProgramLocator.GetAssemblyPath("PeakMonitor"),
    };
}
