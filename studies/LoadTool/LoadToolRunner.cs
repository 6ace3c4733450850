using System.Diagnostics;
using Studies.Hosting;

namespace Studies.LoadTool;

/// <summary>Runs the load tool and finds the result file that it writes.</summary>
/// <param name="stop">
/// A token that, when cancelled, asks the load tool to end its run and to keep the values measured so far.
/// </param>
/// <param name="livePage">The address at which runs after one another serve their live page; null for none.</param>
internal sealed class LoadToolRunner(CancellationToken stop, string? livePage = null) : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = CancellationTokenSource.CreateLinkedTokenSource(stop);
    private readonly List<Task> _runs = [];

    /// <summary>Runs the load tool with its display on this terminal.</summary>
    /// <param name="command">The command line of the load tool.</param>
    /// <param name="enough">
    /// A token that, when cancelled, ends the run of the load tool before its planned time.
    /// </param>
    public Task<LoadRun> RunAsync(LoadCommand command, CancellationToken enough = default) =>
        FindResultAsync(command, async () =>
        {
            using var end = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, enough);
            return await ProcessRunner.RunAsync(CreateStartInfo(command), end.Token);
        });

    /// <summary>Runs a command of the load tool that writes no result, on this terminal.</summary>
    /// <returns>The exit code of the load tool.</returns>
    public Task<int> ShowAsync(LoadCommand command) => ProcessRunner.RunAsync(CreateStartInfo(command), _stop.Token);

    /// <summary>Runs the load tool and captures its output, which is shown only if there is no result.</summary>
    /// <param name="command">The command line of the load tool.</param>
    /// <param name="log">The file to which the output of the load tool is written; null for no file.</param>
    /// <param name="core">The CPU core on which the load tool runs, which requires taskset; null for all cores.</param>
    /// <param name="started">An action that receives the process of the load tool as soon as it is running.</param>
    public Task<LoadRun> RunWithoutDisplayAsync(
        LoadCommand command, string? log = null, int? core = null, Action<Process>? started = null) =>
        FindResultAsync(command, async () =>
        {
            var program = CreateStartInfo(command);
            if (core is { } only)
                program = CpuAffinity.PinToCore(program, only);
            var output = await ProcessRunner.CaptureAsync(program, _stop.Token, started);
            if (log is not null)
                await File.WriteAllTextAsync(log, output.All, CancellationToken.None);
            else if (output.ExitCode is not (ExitCode.Success or ExitCode.Invalid))
                Console.Write(output.All);
            return output.ExitCode;
        });

    /// <summary>Merges comparisons between which the services were started again, and shows the result.</summary>
    /// <param name="folder">The folder of the merged result.</param>
    /// <param name="files">The result files, one for each start.</param>
    /// <param name="name">The name of the merged result.</param>
    /// <param name="repeatCommand">The command that repeats the study, as the report shows it.</param>
    public Task<LoadRun> MergeAsync(
        string folder, IReadOnlyList<string> files, string name, string repeatCommand) =>
        RunAsync(new LoadCommand("merge", folder)
        {
            FilesToMerge = files,
            Options = [("--name", name), ("--repeat-command", repeatCommand)],
        });

    /// <summary>Stops the load tool runs that are still running, for example after a failure of the study.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_runs).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    // Of runs at the same time, only the first one has a page, because they cannot share an address.
    private ProcessStartInfo CreateStartInfo(LoadCommand command) => ProgramLocator.CreateStartInfo("Load", (command with
    {
        LivePage = command.Subcommand is "run" or "compare" && _runs.All(run => run.IsCompleted) ? livePage : null,
    }).ToArguments());

    private async Task<LoadRun> FindResultAsync(LoadCommand command, Func<Task<int>> run)
    {
        // The load tool never overwrites a result, so that a file that did not exist before the run is the result of
        // the run.
        var before =
            Directory.CreateDirectory(command.Folder).GetFiles("*.json").Select(file => file.FullName).ToHashSet();
        var running = run();
        _runs.Add(running);
        var code = await running;
        var path =
            Directory.GetFiles(command.Folder, "*.json").Select(Path.GetFullPath).Except(before).SingleOrDefault();
        return new LoadRun(code, path);
    }
}
