namespace Experiments.Hosting;

/// <summary>The program show. Its page shows runs of the load tool, or steers one.</summary>
internal sealed class ShowProcess : IAsyncDisposable
{
    /// <summary>The address of the page, unless the user asks for another one.</summary>
    public const string DefaultPage = "http://127.0.0.1:5188";

    private readonly Process _process;

    private ShowProcess(Process process, string page) => (_process, Page) = (process, page);

    /// <summary>The address of the page, with its token if it steers a run.</summary>
    public string Page { get; }

    /// <summary>Starts to show the runs whose events this program writes to a file, one after the other.</summary>
    public static Task<ShowProcess> FollowAsync(string events, string page)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(events))!);
        File.Delete(events);
        return StartAsync(events, "--page", page);
    }

    /// <summary>Creates the file to which a comparison of this program writes its events.</summary>
    public static TextWriter CreateEvents(string path) => new StreamWriter(path) { AutoFlush = true };

    /// <summary>Starts the program, which may start a run of the load tool itself, and waits for its page.</summary>
    public static async Task<ShowProcess> StartAsync(params IEnumerable<string> arguments)
    {
        var program = ProgramLocator.CreateStartInfo("Show", arguments);
        program.RedirectStandardOutput = true;
        var process = Process.Start(program)!;
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is not ["page", var page])
                continue;
            _ = process.StandardOutput.ReadToEndAsync();
            return new ShowProcess(process, page);
        }

        await ProcessRunner.KillAsync(process);
        throw new StudyException("The page cannot be served: show has exited.");
    }

    /// <summary>Waits until the run that the page steers has ended.</summary>
    /// <returns>The exit code of the load tool.</returns>
    public Task<int> WaitForExitAsync(CancellationToken stop) => ProcessRunner.WaitForExitAsync(_process, stop);

    public async ValueTask DisposeAsync() => await ProcessRunner.KillAsync(_process);
}
