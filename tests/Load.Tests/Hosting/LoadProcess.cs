using System.Diagnostics;
using System.Text.Json;
using Load.Cli;
using Load.Results;

namespace Load.Tests.Hosting;

/// <summary>
/// Runs the built load tool as a separate process, so that it does not share threads, garbage collection and CPU time
/// with the test's server.
/// </summary>
internal static class LoadProcess
{
    /// <returns>The result that the load tool wrote.</returns>
    public static async Task<Result> CompareAsync(string[] args, CancellationToken stop)
    {
        var folder = Directory.CreateTempSubdirectory();
        string[] all = [typeof(CommandLine).Assembly.Location, "compare", .. args, "--out", folder.FullName];
        using var process = Process.Start(new ProcessStartInfo("dotnet", all)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        try
        {
            var (output, error) = (process.StandardOutput.ReadToEndAsync(stop), process.StandardError.ReadToEndAsync(stop));
            await process.WaitForExitAsync(stop);
            process.ExitCode.ShouldBe(ExitCode.Ok, await output + await error);
            await using var file = File.OpenRead(folder.GetFiles("*.json").Single().FullName);
            return (await JsonSerializer.DeserializeAsync(file, ResultJson.Default.Result, stop))!;
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
            folder.Delete(recursive: true);
        }
    }
}
