using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Shows every strategy of the front-end under load that does not end, on a page whose keys swap them. Nothing is
/// measured: <see cref="StrategyComparisonStudy"/> does that.
/// </summary>
internal sealed class StageCommand : StudyCommand
{
    public StageCommand()
        : base("stage", "Shows the strategies under load without an end. Keys on a page swap them.", rounds: null) =>
        PassUnknownOptionsTo("load stage");

    public override StudyGroup Group => StudyGroup.Run;

    protected override string MakeCommand => "make stage";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var environment = context.Environment;
        var backend = await environment.StartBackendAsync();
        var frontend = await environment.StartFrontendAsync(backend);
        var variants = await StrategyComparisonStudy.CreateVariantsAsync(
            environment, frontend, () => environment.StartFrontendAsync(backend));
        return await context.LoadRunner.ShowAsync(new LoadCommand("stage", context.ResultsFolder)
        {
            Scenario = ProgramLocator.GetScenarioPath("strategies"),
            Options = [("--url", $"{frontend}"), ("--variants", variants), ("--monitor", $"back-end={backend}")],
            UserOptions = context.UserOptions,
        });
    }
}
