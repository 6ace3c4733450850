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
    private readonly CancellationToken _interrupted = interrupted;
    private EventSession? _events;

    public override CancellationToken StopToken => _events?.StopToken ?? _interrupted;

    public RunContext CreateContext(RequestMix requests) =>
        CreateContext(requests, scenario.Connection.Timeout);

    public async Task StartEventsAsync(
        string name,
        RunProgress progress,
        Func<EventFeed, EventReporter> createReporter,
        ExperimentPlan? plan = null,
        Func<ControlRequest, string?>? changeStage = null)
    {
        // A stage is always controlled at an address.
        var url = _output.EventUrl ?? (changeStage is null ? null : OutputSettings.EventAddress);
        if (url is null && _output.Recording is null)
            return;
        var metrics = new ToolMetrics(name, progress, context.GetOwnCpuTime, plan);
        _events = new EventSession(_output.Recording, context, Scraper, metrics, changeStage, _interrupted);
        if (url is not null)
            await _events.StartServerAsync(url);
        _events.Show(createReporter);
        AbortAfter(StopToken);
    }

    public void ShowInEvents(Func<EventFeed, EventReporter> createReporter) => _events?.Show(createReporter);

    public Task<T> RunWithProgressAsync<T>(
        Func<LiveView> describe, Func<CancellationToken, Task<T>> work) =>
        context.Screen.ShowWhileAsync(describe, () => work(StopToken), context.Time);

    /// <summary>
    /// Writes the files of a result, prints the result, and publishes that the measurement has ended. A file that
    /// cannot be written makes the result invalid, so that no good verdict stands above the error.
    /// </summary>
    public async Task<int> PublishAsync(
        Result result,
        DateTimeOffset started,
        RequestLog? log = null,
        TargetUnreachableException? unreachable = null)
    {
        result = _events?.AddNotes(result, started) ?? result;
        var (path, errors) = (default(string), new List<string>());
        if (log is not null)
        {
            await WriteAsync(async () =>
            {
                await log.CompleteAsync();
                AddCheck(RunChecks.CheckLog(log.MissingLines));
            });
        }

        await WriteAsync(async () => path = await context.WriteAsync(result, _output.Out));

        var exitCode = errors.Count > 0 ? ExitCode.WriteError
            : unreachable is not null ? ExitCode.TargetUnreachable
            : ExitCode.FromResult(result);
        context.Screen.Print(ResultDocument.Create(result));
        context.Screen.Print(ResultDocument.CreateEnd(result, path, exitCode));
        foreach (var error in unreachable is null ? errors : [.. errors, unreachable.Message])
            await context.Error.WriteLineAsync(error);
        _events?.PublishEnd(result, path);
        return exitCode;

        async Task WriteAsync(Func<Task> write)
        {
            try
            {
                await write();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                errors.Add($"cannot write: {e.Message}");
                AddCheck(new ValidityCheck(
                    "files", "Files that could not be written", e.Message, "none", CheckState.Fail));
            }
        }

        void AddCheck(ValidityCheck check) => result = result with { Validity = result.Validity.With(check) };
    }

    public Task WaitForLastScrapeAsync() => _events?.WaitForLastScrapeAsync() ?? Task.CompletedTask;

    public override async ValueTask DisposeAsync()
    {
        if (_events is not null)
            await _events.DisposeAsync();
        await base.DisposeAsync();
    }
}
