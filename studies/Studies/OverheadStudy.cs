namespace Studies.Studies;

/// <summary>
/// Measures the CPU time and the allocations of the front-end's flags, metrics and problem details, next to other
/// aggregators that give the same answers: a minimal one, one as a .NET user would write it, and one on raw sockets.
/// </summary>
internal sealed class OverheadStudy : StudyCommand
{
    private const string Strategy = "get-from-json";
    private const string Baseline = "minimal";
    private const int DefaultStarts = 10;

    // The goal is 1.10. It is not met: docs/platform-costs.md. This is the value of 2026-11-23, 1.17, and 3 %.
    private const double HighestCpuRatio = 1.20;
    private const double MostKilobytes = 30;

    /// <summary>Before that, the just-in-time compiler takes up to a fifth of the CPU.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(30);

    private static readonly (string Variant, string Assembly)[] Aggregators =
        [(Baseline, "MinimalAggregator"), ("plain", "PlainAggregator"), ("raw", "RawAggregator")];

    public OverheadStudy()
        : base(
            "overhead",
            "Compares the front-end with other aggregators. They give the same answers, without its features.",
            new(100))
    {
        AddStartsOption(DefaultStarts);
        PassUnknownOptionsTo("load compare");
    }

    protected override string MakeCommand => "make overhead";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(10 + rounds) + ((Aggregators.Length + 1) * WarmUp);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var started = await StartOrder.StartAllAsync<Uri>(
            context.StartNumber,
            [
                .. Aggregators.Select(one => one.Assembly).Prepend("FrontendApi").Select(assembly =>
                    (Func<Task<Uri>>)(() => context.Environment.StartFrontendAsync(backend, assembly))),
            ]);
        var others = Aggregators.Zip(started.Skip(1), (aggregator, address) =>
            $"{aggregator.Variant}@{RequestUrls.FormatBaseUrl(address)}");
        var run = await context.CompareAsync(null,
        [
            ("--url", RequestUrls.GetRandomCustomerUrl(started[0], "?client=shared&fanout=sequential")),
            ("--vary", $"strategy={string.Join(',', others)},{Strategy}"), ("--baseline", Baseline),
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
        return Check(run.ReadResult().GetVariant(Strategy)) ? ExitCode.Success : ExitCode.ExpectationNotMet;
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
