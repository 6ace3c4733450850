namespace Studies.Studies.Containers;

/// <summary>
/// Compares one, two and three CPU-limited front-ends behind the load balancer in shuffled rounds, for .NET and for Go.
/// Then kills one of three front-ends under load, and accounts for every payload.
/// </summary>
internal sealed class ScaleOutStudy : StudyCommand
{
    private const double MinScaleOutRatio = 2.4;

    private readonly Option<string> _trialLength = StudyOptions.CreateText(
        "--slice", "TIME", "The length of a trial, in which one variant is measured.", "5s");

    private readonly Option<string> _warmUp =
        StudyOptions.CreateText("--warmup", "TIME", "The length of the warm-up of each variant.", "20s");

    private readonly Option<string> _killDuration = StudyOptions.CreateText(
        "--kill-duration", "TIME", "The length of the run during which a front-end is killed.", "30s");

    public ScaleOutStudy()
        : base(
            "scale-out",
            "Compares 1, 2 and 3 front-ends behind a load balancer. Limits the CPU of each, and kills one under load.",
            new(7))
    {
        Add(_trialLength);
        Add(_warmUp);
        Add(_killDuration);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(180 + (2 * 3 * (20 + (5.5 * rounds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        await using var compose = await StartAsync(context.Environment.StopToken);
        var results = await CompareAsync(
            compose, context.ResultsFolder, context.Rounds, context.Get(_trialLength), context.Get(_warmUp),
            context.RepeatCommand);
        var checks = new CheckReporter();
        foreach (var result in results)
            checks.Add(result.IsReconciled,
                $"{result.Language}: in each trial, the back-end counted exactly the answered payloads");

        // While a front-end is killed, the front-ends call the back-ends through a proxy that records the responses.
        compose.Variables["FRONTEND_BACKEND"] = $"http://balancer:{ScaleOutLanguage.Dotnet.AuditPort}";
        compose.Variables["FRONTEND_GO_BACKEND"] = $"http://balancer:{ScaleOutLanguage.Go.AuditPort}";
        await StartServicesAsync(compose);
        foreach (var language in ScaleOutLanguage.All)
            await new FrontendKill(context, compose, language).RunAsync(context.Get(_killDuration), checks);

        PrintResults(results);
        // If only the throughput of three front-ends is too low, the study returns a separate exit code: the machine
        // may be too slow, which is no fault of the services.
        var isFast = true;
        foreach (var result in results)
        {
            isFast &= new CheckReporter().AddAtLeast(StudyRatio.From(result.Ratio), MinScaleOutRatio,
                ratio => $"{result.Language}: three front-ends serve {ratio} × the requests of one");
        }

        return checks.HasFailure ? ExitCode.Failed : isFast ? ExitCode.Success : ExitCode.ScaleOutTooSlow;
    }

    private static async Task<ComposeEnvironment> StartAsync(CancellationToken stop)
    {
        var port = ComposeEnvironment.GetSetting("FRONTEND_PORT");
        var compose = await ComposeEnvironment.CreateAsync(
            new Dictionary<string, string>
            {
                ["FRONTEND_REPLICAS"] = "3",
                ["FRONTEND_CPUS"] = ComposeEnvironment.GetSetting("SCALE_CPUS"),
                // Each of the front-ends needs a port on this machine, so that a range of ports is published.
                ["FRONTEND_PORT"] = port.Contains('-', StringComparison.Ordinal)
                    ? port
                    : $"{port}-{int.Parse(port) + 99}",
            },
            stop);
        try
        {
            Console.WriteLine("  Building and starting three front-ends in .NET and three in Go");
            await compose.BuildAsync("load");
            await StartServicesAsync(compose);
            return compose;
        }
        catch
        {
            await compose.DisposeAsync();
            throw;
        }
    }

    private static Task StartServicesAsync(ComposeEnvironment compose) => compose.StartHealthyAsync(
        [.. ScaleOutLanguage.All.SelectMany(language => (string[])[language.Backend, language.Frontend]), "balancer"]);

    private static async Task<IReadOnlyList<ScaleOutResult>> CompareAsync(
        ComposeEnvironment compose, string folder, int rounds, string slice, string warmUp, string repeatCommand)
    {
        var results = new List<ScaleOutResult>();
        foreach (var language in ScaleOutLanguage.All)
        {
            Console.WriteLine(
                $"== {language.Name}: 1, 2 and 3 front-ends with {compose.Variables["FRONTEND_CPUS"]} cores each");
            var run = await ContainerStudy.LoadAsync(compose, "compare", "scale-out", folder,
            [
                ("--url", language.GetBalancer(0)),
                ("--vary", string.Join(',', ScaleOutResult.FrontendCounts.Select(
                    count => $"{ScaleOutResult.GetVariantName(count)}@{language.GetBalancer(count)}"))),
                ("--monitor", $"back-end=http://{language.Backend}:8080"),
                ("--reconcile", "back-end=ingest_payloads_parsed_total"),
                ("--rounds", $"{rounds}"), ("--slice", slice), ("--warmup", warmUp),
                ("--name", $"scale-{language.Name}"), ("--repeat-command", repeatCommand),
            ]);
            results.Add(ScaleOutResult.FromComparison(language, run.ReadResult()));
        }

        return results;
    }

    private static void PrintResults(IReadOnlyList<ScaleOutResult> results)
    {
        var table = new TextTable(
            1, "front-ends", "1", "2", "3", "3 relative to 1 [95 %]", Prodan2016.Name);
        foreach (var result in results)
        {
            var isNet = result.Language == ScaleOutLanguage.Dotnet.Name;
            var published = isNet
                ? Prodan2016.ThreeFrontendsRate / Prodan2016.SharedClientRate
                : Prodan2016.ThreeGoFrontendsRate / Prodan2016.GoRate;
            table.Add([result.Language, .. result.Rates.Select(rate => TableNumbers.Format(rate)),
                TableNumbers.Format(result.Ratio.Value, result.Ratio.Lo, result.Ratio.Hi),
                $"{TableNumbers.Format(published)} ×"]);
        }

        var cores = ComposeEnvironment.GetSetting("SCALE_CPUS");
        Console.WriteLine("\n  Requests per second with 1, 2 and 3 front-ends behind the load balancer, with\n"
            + $"  {cores} cores for each front-end and 100 connections\n\n{table}");
    }
}
