namespace Experiments.Hosting;

/// <summary>The program show. Its page shows runs of the load tool, or steers one.</summary>
internal sealed class ShowProcess : IAsyncDisposable
{
    /// <summary>The address of the page, unless the user asks for another one.</summary>
    public const string DefaultPage = "http://127.0.0.1:5188";

    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(5);

    private readonly Process _process;

    private ShowProcess(Process process, string page, string? events) =>
        (_process, Page, Events) = (process, page, events);

    /// <summary>The address of the page, with its token if it steers a run.</summary>
    public string Page { get; }

    /// <summary>The file to which the load tool must write the events of the runs to show.</summary>
    public string? Events { get; }

    /// <summary>Starts to show the runs whose events the load tool writes to a file, one after the other.</summary>
    public static Task<ShowProcess> FollowAsync(string events, string page)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(events))!);
        File.Delete(events);
        return StartAsync(events, events, "--page", page);
    }

    /// <summary>Creates the file to which a comparison of this program writes its events.</summary>
    public static TextWriter CreateEvents(string path) =>
        new StreamWriter(new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete))
        {
            AutoFlush = true,
        };

    /// <summary>Starts a run of the load tool, which the page steers until the run ends.</summary>
    public static Task<ShowProcess> SteerAsync(ProcessStartInfo load, string page, params string[] options) =>
        StartAsync(events: null, [.. options, "--page", page, "--", load.FileName, .. load.ArgumentList]);

    /// <summary>Waits until the run that the page steers has ended.</summary>
    /// <returns>The exit code of the load tool.</returns>
    public async Task<int> WaitForExitAsync(CancellationToken stop)
    {
        await using var stopping = stop.Register(() => ProcessRunner.TryTerminate(_process));
        await _process.WaitForExitAsync(CancellationToken.None);
        return _process.ExitCode;
    }

    public async ValueTask DisposeAsync() => await ProcessRunner.StopAsync(_process, StopLimit);

    private static async Task<ShowProcess> StartAsync(string? events, params string[] arguments)
    {
        var program = ProgramLocator.CreateStartInfo("Show", arguments);
        program.RedirectStandardOutput = true;
        var process = ProcessRunner.Start(program);
        while (await process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.Trim().Split(' ', StringSplitOptions.RemoveEmptyEntries) is not ["page", var page])
                continue;
            _ = process.StandardOutput.ReadToEndAsync();
            return new ShowProcess(process, page, events);
        }

        await ProcessRunner.StopAsync(process, StopLimit);
        throw new StudyException("The page cannot be served: show has exited.");
    }
}
