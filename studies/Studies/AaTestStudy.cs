using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Tests the load tool's comparison: it must not find a difference between two variants that are the same strategy.
/// </summary>
internal sealed class AaTestStudy : StudyCommand
{
    private const string Strategy = "get-from-json";
    private const double LeastShare = 0.9;

    private readonly Option<int> _comparisons = new("--comparisons")
    {
        Description = "The number of comparisons.",
        HelpName = "N",
        DefaultValueFactory = _ => 10,
    };

    public AaTestStudy()
        : base(
            "aa-test",
            "Compares a strategy with itself several times. The load tool should find no difference.",
            new(7))
    {
        Add(_comparisons);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        arguments.GetRequiredValue(_comparisons) * TimeSpan.FromSeconds(8 + (3.2 * rounds));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var frontend = await context.Environment.StartFrontendAsync(backend);
        var comparisons = context.Get(_comparisons);
        var others = new List<VariantResult>();
        for (var comparison = 1; comparison <= comparisons; comparison++)
        {
            var run = await context.CompareAsync(null,
                ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--vary", $"strategy={Strategy},{Strategy}"),
                ("--monitor", $"back-end={backend}"), ("--seed", $"{comparison - 1}"),
                ("--name", $"aa-test-{comparison}"));
            if (run.ToolExitCode is not ExitCode.Success)
                return run.ToolExitCode;
            others.Add(run.ReadResult().OtherVariant);
        }

        Console.WriteLine($"\n  The strategy {Strategy}, compared with itself {comparisons} times");
        var checks = new CheckReporter();
        Check(checks, "throughput", others.ConvertAll(other => other.Ratio));
        Check(checks, "CPU", others.ConvertAll(other => other.CpuRatio));
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static void Check(CheckReporter checks, string quantity, List<RatioSummary?> ratios)
    {
        var same = ratios.Count(ratio => ratio?.Verdict is RatioSummary.NoDifference);
        var least = (int)Math.Ceiling(LeastShare * ratios.Count);
        checks.Add(same >= least,
            $"{quantity}: no difference in {same} of {ratios.Count} comparisons (at least {least} required)");
    }
}
