using TwoTier.Load.Events;
using TwoTier.Load.Reports.Words;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// The resources that <c>load run</c> and <c>load compare</c> use from the first request to the exit code: connections,
/// events, console display and result files.
/// </summary>
internal sealed class MeasurementSession(
    ToolContext context,
    Scenario scenario,
    int concurrency,
    CancellationToken interrupted)
    : LoadSession(context, scenario.Client, scenario.Timeout, concurrency, interrupted)
{
    private TextWriter? _eventFile;
    private ToolMetrics? _metrics;

    public void StartEvents(EventSource source)
    {
        if (scenario.Output.Metrics is { } port)
        {
            _metrics = new ToolMetrics(port, source.Name, source.Progress, context.GetOwnCpuTime);
            context.Screen.PrintLine($"  metrics    http://{ToolMetrics.Host}:{port}/metrics");
        }

        if (scenario.Output.Events is not { } path)
            return;
        if (path is not OutputSettings.StandardOutput)
            _eventFile = EventWriter.CreateFile(path);
        StartEvents(_eventFile ?? context.Output!, ResultSummary.GetTextRuns, source);
    }

    public Task<T> RunWithProgressAsync<T>(Func<LiveView> describe, Func<CancellationToken, Task<T>> work) =>
        context.Screen.ShowWhileAsync(describe, () => work(StopToken), context.Time);

    /// <summary>
    /// Writes the files of a result, prints the result, and publishes that the measurement has ended. A file that
    /// cannot be written makes the result invalid, so that no good verdict stands above the error.
    /// </summary>
    public async Task<int> PublishAsync(
        Result result,
        TargetUnreachableException? unreachable = null,
        Func<Result, int>? getExitCode = null)
    {
        var (path, errors) = (default(string), new List<string>());
        try
        {
            path = await context.WriteAsync(result, scenario.Output.Out);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            errors.Add($"cannot write: {e.Message}");
            result = result with
            {
                Validity = result.Validity.With(new ValidityCheck(
                    "files", "Files that could not be written", e.Message, "none", CheckState.Fail)),
            };
        }

        var exitCode = errors.Count > 0 ? ExitCode.WriteError
            : unreachable is not null ? ExitCode.FromFailure(unreachable)
            : (getExitCode ?? ExitCode.FromResult)(result);
        context.Screen.Print(result, path);
        foreach (var error in unreachable is null ? errors : [.. errors, unreachable.Message])
            await context.Error.WriteLineAsync(error);
        Events?.End(result, path);
        return exitCode;
    }

    /// <summary>Ends the events.</summary>
    /// <exception cref="IOException">Not all of them could be written.</exception>
    public int End(int exitCode) =>
        EndEvents() is { } failure ? throw new IOException($"--events: {failure}") : exitCode;

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _metrics?.Dispose();
        _eventFile?.Dispose();
    }
}
