namespace Experiments.Studies;

/// <summary>
/// Shows every strategy of the front-end under load that does not end, on a page whose keys swap them, kill the
/// back-end and bring it back. Only the key V measures: it compares the strategy with the baseline, as
/// <see cref="StrategyComparisonStudy"/> does.
/// </summary>
internal sealed class StageCommand : StudyCommand
{
    public StageCommand()
        : base(
            "stage", "Shows strategies under load that does not end. Keys on the page switch between them.",
            rounds: null)
    {
        AddPageOption();
        PassUnknownOptionsTo("load run");
    }

    protected override string DefaultFolder => ProgramLocator.GetResultsPath();

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var environment = context.Environment;
        var backend = FreePort.FindAddress();
        await StartBackendAsync();
        var frontend = await environment.StartFrontendAsync(backend);
        var variants = await StrategyComparisonStudy.CreateVariantsAsync(
            environment, "strategies", [frontend, await environment.StartFrontendAsync(backend)]);
        using var backendSwitch = new ServiceSwitch(environment, backend, StartBackendAsync);
        var command = new LoadCommand(
            "run", context.ResultsFolder,
            ("--url", $"{frontend}"), ("--vary", VariantDefinition.Format(variants)),
            ("--monitor", $"{MonitoredProcesses.BackendProcess}={backend}"),
            ("--rounds", "12"), ("--turn", "500ms"),
            // The room waits for the intervals, and every strategy that was shown is warm.
            ("--warmup", "1s"), ("--lead", "100ms"))
        {
            Scenario = ProgramLocator.GetScenarioPath("strategies"),
            More = ["--steer", .. context.UserOptions],
        };
        var load = command.CreateStartInfo();
        await using var show = await ShowProcess.StartAsync(
        [
            "--kill", $"back-end={backendSwitch.Address}", "--page", GetPage(context.Arguments),
            "--", load.FileName, .. load.ArgumentList,
        ]);
        Console.WriteLine($"""
              live       {show.Page}
                         1 to 9 and 0 swap the strategy, arrows change the connections
                         K kills the back-end, and starts it again
                         V compares the strategy with the baseline, and goes back
            """);
        return await show.WaitForExitAsync(environment.StopToken);

        // The back-end has the same address each time, because the front-ends call it there.
        Task StartBackendAsync() => environment.StartBackendAsync($"--urls=http://127.0.0.1:{backend.Port}");
    }
}
