namespace Load.Tests.Hosting;

/// <summary>Runs the built load tool as a process of its own.</summary>
internal static class LoadProcess
{
    public static async Task SignalAsync(Process process, string signal)
    {
        using var kill = Process.Start("kill", [$"-{signal}", $"{process.Id}"]);
        await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
    }

    /// <summary>Starts the load tool in a folder.</summary>
    public static Process Start(string folder, IReadOnlyDictionary<string, string>? variables, params string[] args)
    {
        // A program that was started in the background ignores SIGINT, and one under nohup ignores SIGHUP. The programs
        // that it starts inherit that.
        string[] all = ["dotnet", typeof(CommandLine).Assembly.Location, .. args];
        var start = OperatingSystem.IsLinux()
            ? new ProcessStartInfo("env", ["--default-signal=INT,HUP", .. all])
            : new ProcessStartInfo(all[0], all[1..]);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        start.WorkingDirectory = folder;
        foreach (var (name, value) in variables ?? new Dictionary<string, string>())
            start.Environment[name] = value;
        return Process.Start(start)!;
    }

    /// <summary>Runs a command of the load tool that writes a result, and acts on the process.</summary>
    public static async Task<Outcome> RunAsync(
        string[] args,
        CancellationToken stop,
        Func<Process, Task>? act = null,
        IReadOnlyDictionary<string, string>? variables = null)
    {
        var folder = Directory.CreateTempSubdirectory();
        using var process = Start(folder.FullName, variables, [.. args, "--out", folder.FullName]);
        try
        {
            var output = process.StandardOutput.ReadToEndAsync(stop);
            var error = process.StandardError.ReadToEndAsync(stop);
            await (act?.Invoke(process) ?? Task.CompletedTask);
            var text = await output + await error;
            await process.WaitForExitAsync(stop);
            await using var file = File.OpenRead(folder.GetFiles("*.json").ShouldHaveSingleItem(text).FullName);
            var result = await JsonSerializer.DeserializeAsync(file, ResultJson.Default.Result, stop);
            return new Outcome(process.ExitCode, result!, text);
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
            folder.Delete(recursive: true);
        }
    }
}

internal sealed record Outcome(int ExitCode, Result Result, string Text);
