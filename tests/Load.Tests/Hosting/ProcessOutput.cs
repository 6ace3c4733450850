namespace Load.Tests.Hosting;

/// <summary>Runs another program to its end, for what it prints.</summary>
internal static class ProcessOutput
{
    public static async Task<string> ReadAsync(string program, string arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;
        return await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
    }
}
