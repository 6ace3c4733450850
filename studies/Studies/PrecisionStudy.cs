using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Measures which differences the load tool finds: a service does a little more work for one of two variants, on a
/// machine that is otherwise idle or that shares a core with a busy process.
/// </summary>
internal sealed class PrecisionStudy : StudyCommand
{
    private const int BaselineUnits = 200;
    private const double RequiredShare = 0.9;

    private readonly Option<double> _difference = new("--difference")
    {
        Description = "The additional work of one variant, in percent.",
        HelpName = "PERCENT",
        DefaultValueFactory = _ => 2,
    };

    private readonly Option<int> _comparisons = new Option<int>("--comparisons")
    {
        Description = "The number of comparisons.",
        HelpName = "N",
        DefaultValueFactory = _ => 10,
    }.WithRange(1, 1_000);

    private readonly Option<bool> _stranger = new("--stranger")
    {
        Description = "Keep one core busy with another process meanwhile.",
    };

    public PrecisionStudy()
        : base("precision", "Counts how often the load tool finds a small difference that is known.", rounds: null)
    {
        Add(_difference);
        Add(_comparisons);
        Add(_stranger);
        PassUnknownOptionsTo("load compare");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => null;

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var service = await context.Environment.StartAsync("service", "PlantedWork", []);
        using var stranger = context.Get(_stranger) ? StartStranger() : null;
        try
        {
            return await CompareAsync(context, service);
        }
        finally
        {
            stranger?.Kill();
        }
    }

    private async Task<int> CompareAsync(StudyContext context, Uri service)
    {
        var difference = context.Get(_difference) / 100;
        var (count, found, wrong) = (context.Get(_comparisons), 0, 0);
        var rows = new List<object>();
        var table = new TextTable(0, "comparison", "s", "throughput", "CPU", "verdicts");
        for (var comparison = 1; comparison <= count; comparison++)
        {
            var run = await context.CompareAsync(null,
                ("--url", $"{new Uri(service, "/work")}"),
                ("--vary", $"units={BaselineUnits},{Math.Round(BaselineUnits * (1 + difference))}"),
                ("--within", "3m"), ("--margin", "0.5%"), ("--connections", "4"), ("--seed", $"{comparison}"),
                ("--limit", context.Get(_stranger) ? "other-cpu=100%" : "other-cpu=5%"),
                ("--name", $"precision-{comparison}"));
            if (run.ToolExitCode is not ExitCode.Success)
                return run.ToolExitCode;
            var result = run.ReadResult();
            var (throughput, cpu) = (result.OtherVariant.Ratio, result.OtherVariant.CpuRatio);
            found += throughput?.Verdict is "slower" || cpu?.Verdict is "dearer" ? 1 : 0;
            wrong += throughput?.Verdict is "faster" || cpu?.Verdict is "cheaper" ? 1 : 0;
            rows.Add(new { comparison, result.DurationS, throughput, cpu });
            table.Add(
                $"{comparison}", TableNumbers.Format(result.DurationS, "0"), Format(throughput), Format(cpu),
                $"{throughput?.Verdict}, {cpu?.Verdict}");
        }

        var checks = new CheckReporter();
        StudyFiles.Write(context.ResultsFolder, Name, rows, table);
        checks.Add(found >= RequiredShare * count,
            $"{difference:0.#%} more work: found in {found} of {count} comparisons ({RequiredShare:0%} required)");
        checks.Add(wrong == 0, $"the wrong way round: {wrong} comparisons");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static string Format(RatioSummary? ratio) => ratio is { Lo: { } low, Hi: { } high }
        ? string.Create(CultureInfo.InvariantCulture, $"{ratio.Value:0.000} [{low:0.000}, {high:0.000}]")
        : "–";

    private static Process StartStranger() =>
        Process.Start(new ProcessStartInfo("sh", ["-c", "while :; do :; done"]) { UseShellExecute = false })!;
}
