namespace TwoTier.Load.Http;

/// <summary>
/// Controls the .NET runtime switch that completes socket operations on the thread that polls the sockets.
/// </summary>
internal static class InlineSocketCompletions
{
    private const string EnvironmentVariable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    /// <summary>
    /// Turns on the inline completion of socket operations, unless the user has set the runtime switch. The load tool
    /// then needs a third less CPU, which is left for a target on the same machine.
    /// </summary>
    public static void Enable()
    {
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(EnvironmentVariable)))
            Environment.SetEnvironmentVariable(EnvironmentVariable, "1");
    }
}
