namespace Studies.Hosting;

/// <summary>
/// The peak monitor (peers/peak-monitor), which the .NET runtime loads into a service. The service then exports the
/// largest number of threads, of waiting work items and of requests at the same time, and its largest memory.
/// </summary>
internal static class PeakMonitor
{
    public static IReadOnlyDictionary<string, string> Variables { get; } = new Dictionary<string, string>
    {
        ["DOTNET_STARTUP_HOOKS"] = ProgramLocator.GetAssemblyPath("PeakMonitor"),
    };
}
