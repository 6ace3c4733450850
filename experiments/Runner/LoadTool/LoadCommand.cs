namespace Experiments.LoadTool;

/// <summary>
/// A run of the command load, in a process of its own: for what is shown while it runs, beside servers of this process.
/// </summary>
/// <param name="Subcommand">The subcommand, such as run.</param>
/// <param name="Folder">The folder of its result.</param>
/// <param name="Options">The options, with their dashes.</param>
internal sealed record LoadCommand(
    string Subcommand, string Folder, params IReadOnlyList<(string Name, string Value)> Options)
{
    /// <summary>The path of the scenario; null for none.</summary>
    public string? Scenario { get; init; }

    /// <summary>Arguments that follow the options, and replace those of the same name.</summary>
    public IReadOnlyList<string> More { get; init; } = [];

    // The target has metrics of its own at each host.
    private bool HasOneHost => Options.Count(option => option.Name is "--url") <= 1
        && Options.All(option => option.Name is not "--requests");

    public ProcessStartInfo CreateStartInfo() => ProgramLocator.CreateStartInfo("Load",
    [
        Subcommand, .. Scenario is null ? [] : new[] { Scenario },
        .. Options.Where(option => !More.Contains(option.Name)).Append(("--out", Folder))
            // A scenario names its own.
            .Concat(Scenario is null ? MonitoredProcesses.Metrics
                .Where(metric => metric.Name is not "monitor" || HasOneHost)
                .Select(metric => ($"--{metric.Name}", metric.Value)) : [])
            .SelectMany(option => new[] { option.Item1, option.Item2 }),
        .. More,
    ]);

    /// <summary>Runs it without its display.</summary>
    /// <returns>What it has printed.</returns>
    public async Task<string> RunAsync(CancellationToken stop)
    {
        var output = await ProcessRunner.CaptureAsync(CreateStartInfo(), stop);
        return output.ExitCode is ExitCode.Success or ExitCode.Invalid
            ? output.All : throw new StudyException($"load exited with code {output.ExitCode}: {output.All}");
    }

    /// <summary>Runs it, and passes on its standard input and the lines of its events.</summary>
    public async Task FollowAsync(Func<TextWriter, TextReader, Task> follow, CancellationToken stop)
    {
        var program = (this with { Options = [.. Options, ("--events", "-")] }).CreateStartInfo();
        program.RedirectStandardInput = program.RedirectStandardOutput = program.RedirectStandardError = true;
        var process = Process.Start(program)!;
        try
        {
            await using var stopping = stop.Register(() => ProcessRunner.TryTerminate(process));
            var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
            await follow(process.StandardInput, process.StandardOutput);
            await process.WaitForExitAsync(CancellationToken.None);
            stop.ThrowIfCancellationRequested();
            if (process.ExitCode is not (ExitCode.Success or ExitCode.Invalid))
                Console.Write(await errors);
        }
        finally
        {
            await ProcessRunner.KillAsync(process);
        }
    }
}
