using System.Diagnostics;
using Load.Cli;
using Load.Results;

namespace Load.Tests.Hosting;

/// <summary>
/// Runs the built load tool as a separate process, so that it does not share threads, garbage collection and CPU time
/// with the test's server.
/// </summary>
internal static class LoadProcess
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);

    /// <returns>The result that the load tool wrote.</returns>
    public static async Task<Result> CompareAsync(string[] args, CancellationToken stop)
    {
        var outcome = await RunAsync(["compare", .. args], [], stop);
        outcome.ExitCode.ShouldBe(ExitCode.Ok, outcome.Text);
        return outcome.Result;
    }

    /// <summary>Runs a command of the load tool that writes a result.</summary>
    /// <param name="args">The command line without the folder of the result.</param>
    /// <param name="environment">The environment variables to set.</param>
    /// <param name="stop">A token that cancels the wait for the process and ends the process.</param>
    public static Task<Outcome> RunAsync(
        string[] args, Dictionary<string, string> environment, CancellationToken stop) =>
        RunAsync(args, environment, _ => Task.CompletedTask, stop);

    /// <summary>Runs a command of the load tool that writes a result, and acts on the process.</summary>
    /// <param name="args">The command line without the folder of the result.</param>
    /// <param name="environment">The environment variables to set.</param>
    /// <param name="act">Acts on the process while it runs.</param>
    /// <param name="stop">A token that cancels the wait for the process and ends the process.</param>
    public static async Task<Outcome> RunAsync(
        string[] args, Dictionary<string, string> environment, Func<Process, Task> act, CancellationToken stop)
    {
        var folder = Directory.CreateTempSubdirectory();
        string[] all = [typeof(CommandLine).Assembly.Location, .. args, "--out", folder.FullName];
        // A program that was started in the background ignores SIGINT, and one under nohup ignores SIGHUP. The programs
        // that it starts inherit that.
        var start = OperatingSystem.IsLinux()
            ? new ProcessStartInfo("env", ["--default-signal=INT,HUP", "dotnet", .. all])
            : new ProcessStartInfo("dotnet", all);
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        try
        {
            var output = process.StandardOutput.ReadToEndAsync(stop);
            var error = process.StandardError.ReadToEndAsync(stop);
            await act(process);
            var peak = await WatchMemoryAsync(process, stop);
            var text = await output + await error;
            await using var file = File.OpenRead(folder.GetFiles("*.json").ShouldHaveSingleItem(text).FullName);
            var result = await JsonSerializer.DeserializeAsync(file, ResultJson.Default.Result, stop);
            return new Outcome(process.ExitCode, result!, peak, text);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
            folder.Delete(recursive: true);
        }
    }

    private static async Task<long> WatchMemoryAsync(Process process, CancellationToken stop)
    {
        var (peak, exit) = (0L, process.WaitForExitAsync(stop));
        while (!exit.IsCompleted)
        {
            peak = Math.Max(peak, ReadPeakMemory(process));
            await Task.WhenAny(exit, Task.Delay(PollInterval, stop));
        }

        await exit;
        return peak;
    }

    // The process can exit while its memory is read.
    private static long ReadPeakMemory(Process process)
    {
        try
        {
            process.Refresh();
            return process.PeakWorkingSet64;
        }
        catch (InvalidOperationException)
        {
            return 0;
        }
    }
}

/// <summary>The outcome of a run of the load tool as a separate process.</summary>
/// <param name="ExitCode">The exit code of the process.</param>
/// <param name="Result">The result that the load tool wrote.</param>
/// <param name="PeakMemory">The highest resident memory of the process, in bytes.</param>
/// <param name="Text">The text that the load tool printed.</param>
internal sealed record Outcome(int ExitCode, Result Result, long PeakMemory, string Text);
