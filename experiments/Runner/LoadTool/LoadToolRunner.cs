namespace Experiments.LoadTool;

/// <summary>Runs the load tool and finds the result file that it writes.</summary>
internal sealed class LoadToolRunner(CancellationToken stop, ShowProcess? show = null) : IAsyncDisposable
{
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(5);

    private readonly CancellationTokenSource _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
    private readonly List<Task> _runs = [];

    public Task<ToolRun> RunAsync(LoadCommand command) =>
        FindResultAsync(command, () => ProcessRunner.RunAsync(CreateStartInfo(command), _stop.Token));

    /// <summary>Runs the load tool and captures its output, which is shown only if there is no result.</summary>
    public Task<ToolRun> RunWithoutDisplayAsync(LoadCommand command, string? log = null, int? core = null) =>
        FindResultAsync(command, async () =>
        {
            var program = CreateStartInfo(command);
            if (core is { } only)
                program = ProcessRunner.PinToCore(program, only);
            var output = await ProcessRunner.CaptureAsync(program, _stop.Token);
            if (log is not null)
                await File.WriteAllTextAsync(log, output.All, CancellationToken.None);
            else if (output.ExitCode is not (ExitCode.Success or ExitCode.Invalid))
                Console.Write(output.All);
            return output.ExitCode;
        });

    /// <summary>Runs the load tool, and passes on its standard input and the lines of its events.</summary>
    public async Task FollowAsync(LoadCommand command, Func<TextWriter, TextReader, Task> follow)
    {
        var program = CreateStartInfo(command with { Events = "-" });
        program.RedirectStandardInput = program.RedirectStandardOutput = program.RedirectStandardError = true;
        var process = ProcessRunner.Start(program);
        try
        {
            await using var stopping = _stop.Token.Register(() => ProcessRunner.TryTerminate(process));
            var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
            await follow(process.StandardInput, process.StandardOutput);
            await process.WaitForExitAsync(CancellationToken.None);
            _stop.Token.ThrowIfCancellationRequested();
            if (process.ExitCode is not (ExitCode.Success or ExitCode.Invalid))
                Console.Write(await errors);
        }
        finally
        {
            await ProcessRunner.StopAsync(process, StopLimit);
        }
    }

    /// <summary>Stops the load tool runs that are still running, for example after a failure of the study.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_runs).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    // Of runs at the same time, only the first one is shown, because they cannot share a file.
    private ProcessStartInfo CreateStartInfo(LoadCommand command)
    {
        var isShown = command.Subcommand is "run" or "compare" && _runs.All(run => run.IsCompleted);
        return ProgramLocator.CreateStartInfo(
            "Load", (command with { Events = command.Events ?? (isShown ? show?.Events : null) }).ToArguments());
    }

    private async Task<ToolRun> FindResultAsync(LoadCommand command, Func<Task<int>> run)
    {
        // The load tool never overwrites a result, so that a file that did not exist before the run is its result.
        var before =
            Directory.CreateDirectory(command.Folder).GetFiles("*.json").Select(file => file.FullName).ToHashSet();
        var running = run();
        _runs.Add(running);
        var code = await running;
        var path = Directory.GetFiles(command.Folder, "*.json").Select(Path.GetFullPath).Except(before)
            .MaxBy(File.GetLastWriteTimeUtc);
        return new ToolRun(code, path);
    }
}

internal sealed record ToolRun(int ToolExitCode, string? Path)
{
    /// <summary>Whether the load tool wrote a result, even one that must not be quoted.</summary>
    public bool HasResult => ToolExitCode is ExitCode.Success or ExitCode.Invalid && Path is not null;

    public Result ReadResult() => Path is not null
        ? Result.Read(Path)
        : throw new StudyException($"The load tool exited with code {ToolExitCode} and wrote no result file.");
}
