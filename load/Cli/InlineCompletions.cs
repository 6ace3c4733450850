namespace Load.Cli;

internal static class InlineCompletions
{
    private const string Variable = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";

    /// <summary>
    /// Lets a reply be handled on the thread that received it: a third less CPU for the tool, hence more for what is
    /// measured. It is only an environment variable; a value that the user set stays.
    /// </summary>
    public static void Enable()
    {
        if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(Variable)))
            Environment.SetEnvironmentVariable(Variable, "1");
    }
}
