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

    private readonly Option<int> _comparisons = new("--comparisons")
    {
        Description = "The number of comparisons in one process, and again in two processes.",
        HelpName = "N",
        DefaultValueFactory = _ => 10,
    };

    public AaTestStudy()
        : base(
            "aa",
            "Compares a strategy with itself, in one process and in two. The load tool must find no difference.",
            new(7))
    {
        Add(_comparisons);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        2 * arguments.GetRequiredValue(_comparisons) * TimeSpan.FromSeconds(8 + (3.2 * rounds));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var frontend = await context.Environment.StartFrontendAsync(backend);
        var other = await context.Environment.StartFrontendAsync(backend);
        var checks = new CheckReporter();
        foreach (var (place, variant) in new[] { ("one process", Strategy), ("two processes", $"{Strategy}@{other}") })
        {
            var (exitCode, results) = await CompareAsync(context, backend, frontend, place, variant);
            if (exitCode is not ExitCode.Success)
                return exitCode;
            Console.WriteLine($"\n  The strategy {Strategy}, compared with itself {results.Count} times in {place}");
            Check(checks, "throughput", results.ConvertAll(result => result.Ratio));
            Check(checks, "CPU", results.ConvertAll(result => result.CpuRatio));
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private async Task<(int ExitCode, List<VariantResult> Results)> CompareAsync(
        StudyContext context, Uri backend, Uri frontend, string place, string variant)
    {
        var results = new List<VariantResult>();
        for (var comparison = 1; comparison <= context.Get(_comparisons); comparison++)
        {
            var run = await context.CompareAsync(null,
                ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--vary", $"strategy={Strategy},{variant}"),
                ("--monitor", $"back-end={backend}"), ("--seed", $"{comparison - 1}"),
                ("--name", $"aa-{place.Replace(' ', '-')}-{comparison}"));
            if (run.ToolExitCode is not ExitCode.Success)
                return (run.ToolExitCode, results);
            results.Add(run.ReadResult().OtherVariant);
        }

        return (ExitCode.Success, results);
    }

    private static void Check(CheckReporter checks, string quantity, List<RatioSummary?> ratios)
    {
        var same = ratios.Count(ratio => ratio?.Verdict is RatioSummary.Same);
        var unknown = ratios.Count(ratio => ratio?.Verdict is RatioSummary.CannotTell);
        checks.Add(same + unknown == ratios.Count,
            $"{quantity}: {same} times the same, {unknown} times it could not be told, of {ratios.Count} comparisons");
    }
}
