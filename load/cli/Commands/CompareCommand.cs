using TwoTier.Load.Events;

namespace TwoTier.Load.Cli.Commands;

internal sealed class CompareCommand(ToolContext tool) : ScenarioCommand(
    "compare",
    "Measure variants of a request in randomized rounds, and report which ones differ, with confidence intervals.",
    CommandSet.Compare)
{
    private const long MaxGarbageBytes = 12_000_000;

    public override string Example =>
        "load compare http://localhost:5100/api/customer/1 \\\n"
        + "    http://localhost:5102/api/customer/1\n"
        + "  load compare http://localhost:5100/api/customer/1 --vary cache=none,memory\n"
        + "  load compare load/scenarios/strategies.yaml --within 3m";

    protected override async Task<int> RunAsync(Scenario scenario, string[] targets, CancellationToken interrupted)
    {
        scenario.SetTargets(targets, areVariants: true);
        var plan = new ComparisonReader(scenario).ReadPlan();
        var servers = plan.Variants.SelectMany(variant => variant.Requests.BaseUrls).Distinct().Count();
        OpenFileLimit.ThrowIfTooLow(plan.Profile.Concurrency / plan.Profile.Streams, servers);
        var description = scenario.Describe(scenario.Sent.CreateMix(), "comparison");
        var context = tool.Open(scenario.Output);
        await using var session = new MeasurementSession(context, scenario, plan.Profile.Concurrency, interrupted);

        var comparison = new ComparisonMeasurement(session, description, plan, session.CreateContext);
        await comparison.ProbeAsync(interrupted);
        context.Screen.PrintLine(Describe(plan));
        var progress = comparison.Progress;
        progress.RoundEnded += _ => CollectGarbage();
        session.StartEvents(
            description.Name,
            progress,
            () => new ComparisonEvents(description, plan, progress, context.Time));
        var view = new LiveComparisonView(plan, progress, context.Screen, context.Time);
        var rounds = await session.RunWithProgressAsync(view.Describe, comparison.RunRoundsAsync);
        return session.End(await session.PublishAsync(comparison.Complete(rounds), rounds.Turns));
    }

    // Turns leave histograms. They are collected between two rounds, when nothing is measured; the runtime would do it
    // during a turn.
    private static void CollectGarbage()
    {
        if (GC.GetTotalMemory(forceFullCollection: false) > MaxGarbageBytes)
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
    }

    private static string Describe(ExperimentPlan plan) =>
        $"  compare    {plan.Variants.Count} variants, "
        + $"{LoadModel.Create(plan.Profile).FormatConnections()}, {plan.Profile.Description}, "
        + $"turns of {(plan.HasShortTurns ? "20 ms or ten responses" : FormatSeconds(plan.SteadyTurn.TotalSeconds))}, "
        + $"about {FormatSeconds(Math.Ceiling(plan.Duration.TotalSeconds))} in total"
        + (plan.Variants[0].Requests.IsSafe ? ""
            : $"\n  warm-up    {FormatSeconds(plan.Warmup.TotalSeconds)} for each variant, "
                + $"{FormatSeconds(plan.Lead.TotalSeconds)} before each turn");
}
