using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Filters;
using BenchmarkDotNet.Running;
using Benchmarks.Demonstrations;
using Benchmarks.Studies;

namespace Benchmarks.Running;

/// <summary>Runs the studies, each with its jobs, and says what they come to.</summary>
internal static class StudyRun
{
    private const int Failed = 2;

    public static async Task<int> RunAsync(Options options)
    {
        var filter = new GlobFilter([options.Filter]);
        var collectors = StudyConfig.Of(options.Length, Jobs.OfEachCollector(options.Length)).AddFilter(filter);
        var usual = StudyConfig.Of(options.Length, [Jobs.Usual(options.Length)]).AddFilter(filter);
        BenchmarkRunInfo[] studies =
        [
            Study<Deserialisation>(usual), Study<Strategies>(usual), Study<ResponseBuffering>(collectors), Study<FailedBodies>(usual),
        ];
        if (studies.All(study => study.BenchmarksCases.Length is 0))
        {
            Console.WriteLine($"No benchmark is like {options.Filter}.");
            return 64;
        }

        var summaries = BenchmarkRunner.Run([.. studies.Where(study => study.BenchmarksCases.Length > 0)]);
        var reports = summaries.SelectMany(summary => summary.Reports).ToArray();
        var failed = reports.Where(report => !report.Success).ToArray();
        foreach (var report in failed)
            Console.WriteLine($"failed: {report.BenchmarkCase.DisplayInfo}");
        Console.WriteLine($"\n{reports.Length - failed.Length} of {studies.Sum(study => study.BenchmarksCases.Length)} benchmarks ran");
        if (options.Length is not StudyLength.Dry)
            Kept.Write(options.Length, "findings", new Findings(reports).Lines());
        if (options.Length is StudyLength.Full)
            await Demonstration.KeepAsync(options.Length);
        return failed.Length is 0 && summaries.All(summary => !summary.HasCriticalValidationErrors) ? 0 : Failed;
    }

    private static BenchmarkRunInfo Study<T>(IConfig config) => BenchmarkConverter.TypeToBenchmarks(typeof(T), config);
}
