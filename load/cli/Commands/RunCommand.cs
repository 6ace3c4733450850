namespace TwoTier.Load.Cli.Commands;

internal sealed class RunCommand(ToolContext tool) : ScenarioCommand(
    "run",
    "Send requests in a closed loop, an open loop or bursts, and report latency, throughput and errors.",
    CommandSet.Run | CommandSet.Steered)
{
    public override string Example =>
        "load run http://localhost:5100/api/customer/1 --rate 200/s --pass 'p99 < 5ms'\n"
        + "  load run load/scenarios/strategies.yaml";

    protected override async Task<int> RunAsync(Scenario scenario, string[] targets, CancellationToken interrupted)
    {
        var output = scenario.Output;
        scenario.SetTargets(targets, areVariants: output.Steer);
        if (output.Steer || scenario.Variants.Count > 0)
        {
            var variants = new ComparisonReader(scenario).ReadPlan();
            if (!output.Steer && scenario.Thresholds.Count + scenario.RatioThresholds.Count > 0)
                throw scenario.CreateError("pass", "variants that are sent one after another decide nothing", "load compare");
            if (output.Steer)
                return await SteerAsync(tool.Open(output), scenario, variants, interrupted);
            return await new ParadeRun(tool.Open(output), scenario, variants).RunAsync(scenario.Parade, interrupted);
        }

        var plan = new LoadProfileReader(scenario).ReadPlan();
        var context = tool.Open(output);
        await using var session = new MeasurementSession(context, scenario, plan.Profile.Connections, interrupted);
        var run = new RunMeasurement(session, scenario.CreateMix(), scenario.Describe("run"), plan);
        session.StartEvents(run.Source);
        var view = new LiveRunView(run.Progress, plan.Profile.Duration);
        if (await session.RunWithProgressAsync(view.Describe, run.WarmUpAsync) is { } warmup)
        {
            var length = SignificantDigits.FormatSeconds(plan.Warmup.TotalSeconds);
            var sent = SignificantDigits.FormatCount(warmup.Counters.Requests);
            context.Screen.PrintLine($"warm-up {length}, {sent} requests, not counted");
        }

        var (result, unreachable) = await session.RunWithProgressAsync(view.Describe, run.MeasureAsync);
        return session.End(await session.PublishAsync(result, unreachable));
    }

    // Load that does not end, to one variant at a time, which lines of standard input steer.
    private static async Task<int> SteerAsync(
        ToolContext context, Scenario scenario, ExperimentPlan plan, CancellationToken interrupted)
    {
        var connections = SteeredLoad.GetMaxConnections(plan);
        // Not disposed: the thread that reads the input cancels it at any time.
        var stop = CancellationTokenSource.CreateLinkedTokenSource(interrupted);
        await using var session = new MeasurementSession(context, scenario, connections, stop.Token);
        await session.ProbeAsync(plan.Variants, stop.Token);
        var find = new ComparisonReader(scenario).Find;
        var load = new SteeredLoad(
            session, scenario.Describe("stage"), plan, result => session.PublishAsync(result), find);
        session.StartEvents(load.Source);
        context.Screen.PrintLine(
            $"  steered    {plan.Variants.Count} variants; {{\"stop\": true}} or Ctrl-C ends the load");
        context.Screen.PrintLine("             the figures are only shown; {\"proof\": true} saves a comparison");
        await load.RunAsync(
            context.Input, problem => context.Error.WriteLine($"--steer: error: {problem}"), stop);
        return session.End(ExitCode.Ok);
    }
}
