namespace Load.Tests.Hosting;

/// <summary>
/// Runs another program to its end, for what it prints. In a hook of git, it is not given the hook's variables.
/// </summary>
internal static class ProcessOutput
{
    public static async Task<string> ReadAsync(string program, string arguments)
    {
        using var process = ToolEnvironment.Start(
            new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true });
        return await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
    }
}
