using Load.Config;
using Load.Config.Keys;
using Load.Diagnostics;
using Load.Engine;
using Load.Live;
using Load.Results.Building;
using Load.Terminal;

namespace Load.Cli;

/// <summary>
/// The command <c>load stage</c>, which shows variants of a request under load that does not end. It writes no result.
/// </summary>
internal sealed class StageCommand(ToolContext context, CommandLineText commandLine) : ScenarioCommand(
    "stage",
    "Show variants of a request under load that does not end, on a page whose keys 1 to 9 and 0 swap them and whose "
    + "arrows change the number of connections. Nothing is measured, and no result is written.",
    OptionCatalog.StageCommandKeys,
    [LiveKeys.ServeAddress])
{
    public override string Example =>
        "load stage -u http://127.0.0.1:5100/api/customer/1 --vary cache=none,memory";

    protected override Func<CancellationToken, Task<int>>? Bind(ParsedScenario scenario) =>
        CompareOptions.Read(scenario) is { } options ? interrupted => ShowAsync(options, interrupted) : null;

    private async Task<int> ShowAsync(CompareOptions options, CancellationToken interrupted)
    {
        var plan = options.Plan;
        if (plan.Profile is not ClosedLoopProfile profile)
            throw new UserErrorException("load stage: error: the load is a closed loop. Remove the rate");
        var output = options.Output with { Serve = LiveOptions.CreateForStage(options.Output.Serve) };
        var requests = options.Scenario.Requests.CreateMix();
        var description = RunDescription.Create(
            options.Scenario,
            requests,
            "stage",
            commandLine.Format(requests.Redactor),
            GetRepeatCommand(output, requests));
        await using var session = new MeasurementSession(
            context, output, options.Scenario.Client, StageRunner.MaxConcurrency, interrupted);
        var probe = new TargetProbe(session.Sender, context.Error, options.Scenario.Timeout);
        if (!await probe.ProbeAllAsync(plan.Variants, interrupted))
            return interrupted.IsCancellationRequested ? ExitCode.RunInterrupted : ExitCode.TargetUnreachable;

        var progress = new RunProgress();
        var runner = new StageRunner(
            [.. plan.Variants.Select(variant => variant.Name)],
            profile,
            name => session.CreateContext(
                plan.Variants.First(variant => variant.Name == name).Requests, options.Scenario),
            progress);
        await session.ServeAsync(
            description.Name,
            progress,
            feed => new StageReporter(feed, description, plan, progress, context.Time),
            stage: runner);
        context.Screen.PrintLine(
            $"  stage      {plan.Variants.Count} variants: 1 to 9 and 0 swap them, arrows change the connections");
        context.Screen.PrintLine("             Ctrl-C ends the load");
        context.Screen.PrintLine("             shown, not measured: load compare measures");
        await runner.RunAsync(session.StopToken);
        return ExitCode.Ok;
    }
}
