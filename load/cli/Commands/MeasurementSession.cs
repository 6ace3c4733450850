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
    : LoadSession(context, scenario.Client, concurrency, interrupted)
{
    private readonly OutputSettings _output = scenario.Output;
    private EventWriter? _writer;
    private EventPublisher? _events;
    private PeriodicThread[] _threads = [];
    private ToolMetrics? _metrics;

    public RunContext CreateContext(RequestMix requests) => CreateContext(requests, scenario.Timeout);

    public void StartEvents(string name, RunProgress progress, Func<EventSource> createSource)
    {
        if (_output.Metrics is { } port)
        {
            _metrics = new ToolMetrics(port, name, progress, context.GetOwnCpuTime);
            context.Screen.PrintLine($"  metrics    http://{ToolMetrics.Host}:{port}/metrics");
        }

        if (_output.Events is not { } path)
            return;
        _writer = path is OutputSettings.StandardOutput
            ? new EventWriter(context.Output!)
            : EventWriter.Create(path);
        _events = new EventPublisher(
            _writer, Scraper, context.Machine, context.GetOwnCpuTime, ResultSummary.GetTextRuns, context.Time);
        _events.Show(createSource());
        _threads =
        [
            new PeriodicThread(EventPublisher.Interval, _events.Update),
            new PeriodicThread(EventPublisher.Interval, _events.ReadProcesses),
        ];
    }

    /// <summary>Publishes another run from now on.</summary>
    public void ShowInEvents(Func<EventSource> createSource) => _events?.Show(createSource());

    public Task<T> RunWithProgressAsync<T>(Func<LiveView> describe, Func<CancellationToken, Task<T>> work) =>
        context.Screen.ShowWhileAsync(describe, () => work(StopToken), context.Time);

    /// <summary>
    /// Writes the files of a result, prints the result, and publishes that the measurement has ended. A file that
    /// cannot be written makes the result invalid, so that no good verdict stands above the error.
    /// </summary>
    public async Task<int> PublishAsync(
        Result result,
        IReadOnlyList<Turn>? turns = null,
        TargetUnreachableException? unreachable = null,
        Func<Result, int>? getExitCode = null)
    {
        var (path, errors) = (default(string), new List<string>());
        try
        {
            path = await context.WriteAsync(result, _output.Out, turns);
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
        context.Print(result, path, exitCode);
        foreach (var error in unreachable is null ? errors : [.. errors, unreachable.Message])
            await context.Error.WriteLineAsync(error);
        _events?.End(result, path);
        return exitCode;
    }

    /// <summary>Ends the events.</summary>
    public int End(int exitCode)
    {
        EndEvents();
        _writer?.Complete();
        return exitCode;
    }

    public override async ValueTask DisposeAsync()
    {
        EndEvents();
        _writer?.Dispose();
        _metrics?.Dispose();
        await base.DisposeAsync();
    }

    private void EndEvents()
    {
        foreach (var thread in _threads)
            thread.Dispose();
        _threads = [];
        _events?.End();
    }
}
