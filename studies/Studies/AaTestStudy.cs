namespace Studies.Studies;

/// <summary>
/// Tests the load tool's comparison: it must not find a difference between two variants that are the same strategy. Two
/// processes of the same program differ for as long as they live, so each comparison of two processes starts them anew
/// several times, in alternating order, and its intervals cover how starts differ.
/// </summary>
internal sealed class AaTestStudy : StudyCommand
{
    private const string Strategy = "get-from-json";
    private const int ProcessStarts = 5;

    private readonly Option<int> _comparisons = StudyOptions.CreateNumber(
        "--comparisons", "The number of comparisons in one process, and as many of two processes.", 10, 1, 1_000);

    public AaTestStudy()
        : base(
            "aa",
            "Compares a strategy with itself, in one process and in two. The load tool must find no difference.",
            new(50))
    {
        Add(_comparisons);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        arguments.GetRequiredValue(_comparisons)
        * TimeSpan.FromSeconds(12 + (0.65 * rounds) + (ProcessStarts * (12 + (0.45 * rounds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var checks = new CheckReporter();
        foreach (var (place, compare) in new (string, Func<StudyContext, Uri, int, Task<LoadRun>>)[]
        {
            ("in one process", CompareInOneProcessAsync),
            ($"as two processes, each started {ProcessStarts} times", CompareProcessesAsync),
        })
        {
            var results = new List<VariantResult>();
            for (var comparison = 1; comparison <= context.Get(_comparisons); comparison++)
            {
                var run = await compare(context, backend, comparison);
                if (run.ToolExitCode is not (ExitCode.Success or ExitCode.Invalid))
                    return run.ToolExitCode;
                results.Add(run.ReadResult().OtherVariant);
            }

            Console.WriteLine($"\n  The strategy {Strategy}, compared with itself {results.Count} times {place}");
            Check(checks, "throughput", results.ConvertAll(result => result.Ratio));
            Check(checks, "CPU", results.ConvertAll(result => result.CpuRatio));
        }

        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static async Task<LoadRun> CompareInOneProcessAsync(StudyContext context, Uri backend, int comparison)
    {
        var frontend = await context.Environment.StartFrontendAsync(backend);
        var run = await context.CompareAsync(null,
            CreateOptions(
                backend, frontend, $"strategy={Strategy},{Strategy}", $"aa-one-process-{comparison}",
                (comparison - 1) * ProcessStarts));
        await context.Environment.StopAsync(frontend);
        return run;
    }

    private static async Task<LoadRun> CompareProcessesAsync(StudyContext context, Uri backend, int comparison)
    {
        var name = $"aa-two-processes-{comparison}";
        var folder = Path.Combine(context.ResultsFolder, name);
        for (var start = 1; start <= ProcessStarts; start++)
        {
            var started = await StartOrder.StartAllAsync(
                start,
                () => context.Environment.StartFrontendAsync(backend),
                () => context.Environment.StartFrontendAsync(backend));
            var (frontend, other) = (started[0], started[1]);
            var run = await context.InFolder(folder).CompareAsync(null, CreateOptions(
                backend, frontend,
                $"first@{RequestUrls.FormatBaseUrl(frontend)},second@{RequestUrls.FormatBaseUrl(other)}",
                $"start-{start}", ((comparison - 1) * ProcessStarts) + start - 1));
            await context.Environment.StopAsync(frontend);
            await context.Environment.StopAsync(other);
            if (run.ToolExitCode is not (ExitCode.Success or ExitCode.Invalid))
                return run;
        }

        return await context.LoadRunner.MergeAsync(
            context.ResultsFolder, Directory.GetFiles(folder, "*.json"), name, context.RepeatCommand);
    }

    private static (string Name, string Value)[] CreateOptions(
        Uri backend, Uri frontend, string variants, string name, int seed) =>
    [
        ("--url", RequestUrls.GetRandomCustomerUrl(frontend, $"?strategy={Strategy}")),
        ("--vary", variants),
        MonitoredProcesses.MonitorBackend(backend),
        ("--seed", $"{seed}"),
        .. LoadCommand.ShortTrials,
        ("--name", name),
    ];

    // A comparison that is not valid has no verdict. If there are many of them, the study says nothing about verdicts.
    private static void Check(CheckReporter checks, string quantity, List<RatioResult?> ratios)
    {
        var same = ratios.Count(ratio => ratio?.Verdict is RatioVerdict.Same);
        var unknown = ratios.Count(ratio => ratio?.Verdict is RatioVerdict.CannotTell);
        var withheld = ratios.Count(ratio => ratio?.Verdict is RatioVerdict.Withheld);
        checks.Add(same + unknown + withheld == ratios.Count && withheld <= ratios.Count / 5,
            $"{quantity}: {same} times the same, {unknown} times it could not be told, {withheld} times not valid, "
            + $"of {ratios.Count} comparisons");
    }
}
