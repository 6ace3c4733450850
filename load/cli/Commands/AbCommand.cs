namespace TwoTier.Load.Cli.Commands;

internal sealed class AbCommand(ToolContext tool) : CompareCommand(
    tool,
    "ab",
    "Compare two services: build, start, measure and restart both, and say which one is slower.",
    CommandSet.Ab,
    "services",
    "The two services: each is a command that starts one, a folder or a project to build, git:REF of this "
        + "repository, or image:NAME of the container engine (DOCKER_HOST). A scenario file in YAML can follow. A "
        + "command gets its port in the variables ASPNETCORE_URLS and PORT, or in place of {port} in its text.")
{
    private const int Starts = 10;
    private const string DefaultTime = "3m";
    private static readonly TimeSpan LongestPlannedWarmup = TimeSpan.FromSeconds(0.8);

    // The addresses of the services are known when they have started.
    private static readonly string[] Placeholders = ["http://127.0.0.1:1", "http://127.0.0.1:2"];

    public override string Example =>
        "load ab git:main . --path /api/x\n"
        + "  load ab 'dotnet old/Shop.dll' 'node shop.js {port}' --path /orders\n"
        + "  load ab src/Shop --package RestSharp=113.0.0,114.0.0 --path /orders\n"
        + "  load ab image:shop:1.2 image:shop:1.3 --path /orders";

    protected override bool IsTarget(string word) =>
        !word.EndsWith(".yaml", StringComparison.Ordinal) && !word.EndsWith(".yml", StringComparison.Ordinal);

    protected override async Task<int> RunAsync(Scenario scenario, string[] words, CancellationToken stop)
    {
        scenario.SetVariants([.. Placeholders.Select(url => url + scenario.Ab.Path)], ["A", "B"]);
        scenario.Monitor.Add(new MonitorChoice(MonitoredProcess.Target, null));
        scenario.Set("warmup", "100ms");
        if (scenario.Within is null)
            scenario.Set("within", DefaultTime);
        var (expected, example) = scenario.Ab.Package is null
            ? ("two services", "load ab git:main . --path /api/x")
            : ("one project", "load ab src/Shop --package RestSharp=113.0.0,114.0.0");
        if (words.Length != (scenario.Ab.Package is null ? 2 : 1))
            throw ParseException.Create($"expected {expected}, found {words.Length}", example);
        var plan = new ComparisonReader(scenario).ReadPlan();
        var context = Tool.Open(scenario.Output);
        await using var builder = new SideBuilder(
            Environment.CurrentDirectory, scenario.Ab, text => context.Screen.PrintLine($"  {text}"), stop);
        await builder.DeleteAbandonedAsync();
        Side[] sides = scenario.Ab.Package is not { } package
            ? [await builder.CreateAsync("A", words[0]), await builder.CreateAsync("B", words[1])]
            :
            [
                await builder.CreateWithPackageAsync("A", words[0], package.Name, package.First),
                await builder.CreateWithPackageAsync("B", words[0], package.Name, package.Second),
            ];
        if (scenario.Ab.Package is not null && sides[0].Text == sides[1].Text)
            throw new ServiceException($"A and B are one program, {sides[0].Text}: other packages need that version");
        foreach (var side in sides)
            context.Screen.PrintLine($"  {side.Name}          {side.Text}");
        if (scenario.Ab.Package is null && sides[0].Identity is { } program && program == sides[1].Identity)
            context.Screen.PrintLine("  note       A and B are the same program: what differs between them is chance");
        return await CompareAsync(context, scenario, CreatePlan(plan, sides, scenario.Ab.Different), sides, stop);
    }

    // B is worse if its interval leaves no doubt, and its estimate is worse by more than the margin.
    protected override int GetExitCode(Result result, double margin)
    {
        var code = base.GetExitCode(result, margin);
        var b = result.Variants[1];
        return code == ExitCode.Ok
            && (b.Ratio is { Verdict: RatioVerdict.Slower } rate && rate.Value < 1 - margin
                || ((RatioResult?[])[b.CpuRatio, b.AllocRatio]).Any(cost =>
                    cost is { Verdict: RatioVerdict.Dearer } && cost.Value > 1 + margin))
            ? ExitCode.ExpectationNotMet
            : code;
    }

    private static ExperimentPlan CreatePlan(ExperimentPlan plan, Side[] sides, bool mayDiffer)
    {
        var warmup = plan.TimeLimit!.Value / (10 * Starts);
        return plan with
        {
            Starts = Starts,
            HasEqualAnswers = !mayDiffer,
            Warmup = warmup < LongestPlannedWarmup ? warmup : LongestPlannedWarmup,
            Variants =
            [
                .. plan.Variants.Zip(sides, (variant, side) => variant with
                {
                    Summary = side.Text,
                    Url = UrlText.HideValues(variant.Url),
                    // The operating system, by which their CPU time is measured, counts no requests.
                    Processes = [.. variant.Processes.Select(process => process with { IsCounted = false })],
                }),
            ],
        };
    }
}
