namespace TwoTier.Load.Cli.Commands;

/// <summary>Compares variants of a request, or services that it starts (<see cref="AbCommand"/>).</summary>
internal class CompareCommand(
    ToolContext tool,
    string name = "compare",
    string description =
        "Measure variants of a request in randomized rounds, and report which ones differ, with confidence intervals.",
    CommandSet command = CommandSet.Compare,
    string? targets = null,
    string? targetHelp = null)
    : ScenarioCommand(name, description, command, targets, targetHelp)
{
    protected ToolContext Tool { get; } = tool;

    public override string Example =>
        "load compare http://localhost:5100/api/customer/1 \\\n"
        + "    http://localhost:5102/api/customer/1\n"
        + "  load compare http://localhost:5100/api/customer/1 --vary cache=none,memory\n"
        + "  load compare load/scenarios/strategies.yaml --within 3m";

    protected override async Task<int> RunAsync(Scenario scenario, string[] targets, CancellationToken stop)
    {
        scenario.SetTargets(targets, areVariants: true);
        var plan = new ComparisonReader(scenario).ReadPlan();
        return await CompareAsync(Tool.Open(scenario.Output), scenario, plan, [], stop);
    }

    /// <summary>Measures variants, or sides that are started for that, and publishes the result.</summary>
    protected async Task<int> CompareAsync(
        ToolContext context, Scenario scenario, ExperimentPlan plan, Side[] sides, CancellationToken stop)
    {
        await using var session = new MeasurementSession(context, scenario, plan.Profile.Connections, stop);
        var starter = new ServiceStarter(sides, scenario.Ab.Different, scenario.Ab.Ready, plan.Variants, session);
        var description = scenario.Describe(sides is [] ? "comparison" : Name);
        var comparison = new ComparisonRunner(session, description, plan, sides is [] ? null : starter.StartAsync);
        if (sides is [])
        {
            await session.ProbeAsync(plan.Variants, stop);
            context.Screen.PrintLine(Describe(plan));
        }

        session.StartEvents(comparison.Source);
        var view = new LiveComparisonView(plan, comparison.Progress, context.Screen, context.Time);
        var rounds = await session.RunWithProgressAsync(view.Describe, comparison.RunAsync);
        var result = comparison.Complete(rounds);
        var exitCode = await session.PublishAsync(
            result, comparison.Failure, published => GetExitCode(published, scenario.Margin));
        if (scenario.Ab.Summary is { } summary)
        {
            var text = MarkdownWriter.Write(ResultDocument.CreateSummary(result));
            await File.AppendAllTextAsync(summary, text, stop);
        }

        if (scenario.Ab.History is { } history)
            History.Append(history, result);
        return session.End(exitCode);
    }

    protected virtual int GetExitCode(Result result, double margin) => ExitCode.FromResult(result);

    private static string Describe(ExperimentPlan plan) =>
        $"  compare    {plan.Variants.Count} variants, "
        + $"{plan.Profile.DescribeModel().FormatConnections()}, {plan.Profile.Description}, "
        + $"turns of {(plan.HasShortTurns ? "20 ms or ten responses" : FormatSeconds(plan.SteadyTurn.TotalSeconds))}, "
        + $"about {FormatSeconds(Math.Ceiling(plan.Duration.TotalSeconds))} in total"
        + (plan.Variants[0].Requests.IsSafe ? ""
            : $"\n  warm-up    {FormatSeconds(plan.Warmup.TotalSeconds)} for each variant, "
                + $"{FormatSeconds(plan.Lead.TotalSeconds)} before each turn");
}
