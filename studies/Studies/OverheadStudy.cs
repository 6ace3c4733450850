using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>Measures how much CPU time the front-end's flags, metrics and problem details cost.</summary>
internal sealed class OverheadStudy : StudyCommand
{
    private const string Strategy = "get-from-json";
    private const double HighestCpuRatio = 1.25;

    public OverheadStudy()
        : base(
            "overhead",
            "Compares the front-end with a minimal aggregator. The aggregator has none of the front-end's features.",
            new(15))
    {
        AddStartsOption();
        PassUnknownOptionsTo("load compare");
    }

    public override StudyGroup Group => StudyGroup.Run;

    protected override string MakeCommand => "make overhead";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(30 + (3.2 * rounds));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var started = await StartOrder.StartAllAsync(
            context.StartNumber,
            () => context.Environment.StartFrontendAsync(backend),
            () => context.Environment.StartFrontendAsync(backend, "MinimalAggregator"));
        var (frontend, minimal) = (started[0], started[1]);
        var run = await context.CompareAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend, "?client=shared&fanout=sequential")),
            ("--vary", $"strategy=minimal@{RequestUrls.FormatBaseUrl(minimal)},{Strategy}"),
            ("--baseline", "minimal"),
            ("--warmup", "6s"),
            VariantResult.MonitorBackend(backend),
            ("--name", "overhead"));
        return context.Starts > 1 ? run.ToolExitCode : Judge(run);
    }

    protected override int Judge(LoadRun run)
    {
        if (run.ToolExitCode is not ExitCode.Success)
            return run.ToolExitCode;

        var isLow = new CheckReporter().AddAtMost(
            RatioEstimate.From(run.ReadResult().OtherVariant.CpuRatio),
            HighestCpuRatio,
            cpu => $"CPU time of the front-end per request: {cpu} × that of the minimal aggregator\n   ");
        return isLow ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }
}
