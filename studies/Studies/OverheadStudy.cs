namespace Studies.Studies;

/// <summary>Measures the CPU time and the allocations of the front-end's flags, metrics and problem details.</summary>
internal sealed class OverheadStudy : StudyCommand
{
    private const string Strategy = "get-from-json";
    private const int DefaultStarts = 10;

    // The goal is 1.10. It is not met: docs/overhead.md. This is the value of 2026-11-23, 1.17, and 3 %.
    private const double HighestCpuRatio = 1.20;
    private const double MostKilobytes = 30;

    /// <summary>Before that, the just-in-time compiler takes up to a fifth of the CPU.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(30);

    public OverheadStudy()
        : base(
            "overhead",
            "Compares the front-end with a minimal aggregator. The aggregator has none of the front-end's features.",
            new(100))
    {
        AddStartsOption(DefaultStarts);
        PassUnknownOptionsTo("load compare");
    }

    protected override string MakeCommand => "make overhead";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(10 + (0.5 * rounds)) + (2 * WarmUp);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var started = await StartOrder.StartAllAsync(
            context.StartNumber,
            () => context.Environment.StartFrontendAsync(backend),
            () => context.Environment.StartFrontendAsync(backend, "MinimalAggregator"));
        var (frontend, minimal) = (started[0], started[1]);
        var run = await context.CompareAsync(null,
        [
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend, "?client=shared&fanout=sequential")),
            ("--vary", $"strategy=minimal@{RequestUrls.FormatBaseUrl(minimal)},{Strategy}"),
            ("--baseline", "minimal"),
            ("--warmup", $"{WarmUp.TotalSeconds}s"), .. LoadCommand.ShortTrials,
            MonitoredProcesses.MonitorBackend(backend),
            ("--name", Name),
        ]);
        return context.Starts > 1 ? run.ToolExitCode : Judge(run);
    }

    protected override int Judge(LoadRun run)
    {
        if (run.ToolExitCode is not ExitCode.Success)
            return run.ToolExitCode;
        return Check(run.ReadResult().OtherVariant) ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    internal static bool Check(VariantResult frontend)
    {
        var (checks, cpu) = (new CheckReporter(), StudyRatio.From(frontend.CpuRatio));
        checks.Add(cpu?.Value <= HighestCpuRatio,
            $"CPU time of the front-end per request: {cpu} × that of the minimal aggregator\n"
            + $"    (at most {HighestCpuRatio:F2} allowed)");
        checks.Add(frontend.Target.AllocKb <= MostKilobytes,
            $"allocation of the front-end per request: {TableNumbers.Format(frontend.Target.AllocKb)} kB (at most "
            + $"{MostKilobytes} allowed)");
        return !checks.HasFailure;
    }
}
