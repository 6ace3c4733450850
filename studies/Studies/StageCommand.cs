namespace Studies.Studies;

/// <summary>
/// Shows every strategy of the front-end under load that does not end, on a page whose keys swap them, kill the
/// back-end and bring it back. Only the key V measures: it compares the strategy with the baseline, as
/// <see cref="StrategyComparisonStudy"/> does.
/// </summary>
internal sealed class StageCommand : StudyCommand
{
    public StageCommand()
        : base("stage", "Shows the strategies under load without an end. Keys on a page swap them.", rounds: null) =>
        PassUnknownOptionsTo("load stage");

    protected override string MakeCommand => "make stage";

    protected override string DefaultFolder => ProgramLocator.GetResultsPath();

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var environment = context.Environment;
        var backend = FreePort.FindAddress();
        await StartBackendAsync();
        var frontend = await environment.StartFrontendAsync(backend);
        var variants = await StrategyComparisonStudy.CreateVariantsAsync(
            environment, frontend, () => environment.StartFrontendAsync(backend));
        await using var backendSwitch = await ServiceSwitch.CreateAsync(environment, backend, StartBackendAsync);
        return await context.LoadRunner.ShowAsync(new LoadCommand("stage", context.ResultsFolder)
        {
            Scenario = ProgramLocator.GetScenarioPath("strategies"),
            Options =
            [
                ("--url", $"{frontend}"), ("--variants", variants), MonitoredProcesses.MonitorBackend(backend),
                ("--kill", $"back-end={backendSwitch.Address}"), ("--rounds", "12"), ("--slice", "500ms"),
                // The room waits for the intervals, and every strategy that was shown is warm.
                ("--warmup", "1s"), ("--slice-warmup", "100ms"),
            ],
            UserOptions = context.UserOptions,
        });

        // The back-end has the same address each time, because the front-ends call it there.
        Task StartBackendAsync() => environment.StartBackendAsync($"--urls=http://127.0.0.1:{backend.Port}");
    }
}
