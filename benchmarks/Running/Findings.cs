using System.Globalization;
using BenchmarkDotNet.Reports;
using Benchmarks.Studies;

namespace Benchmarks.Running;

/// <summary>The ratios that the sources' claims are about, in a line each; of what was run.</summary>
internal sealed class Findings(IReadOnlyCollection<BenchmarkReport> reports)
{
    public IEnumerable<string> Lines() =>
    [
        .. Line("A5", "time of ReadAsAsync as in 2014, to string and JsonConvert", Time,
            Of<Deserialisation>(nameof(Deserialisation.ReadAsAsync2014)), Of<Deserialisation>(nameof(Deserialisation.StringJsonConvert))),
        .. Line("A5", "time of ReadAsAsync today, to string and JsonConvert", Time,
            Of<Deserialisation>(nameof(Deserialisation.ReadAsAsyncToday)), Of<Deserialisation>(nameof(Deserialisation.StringJsonConvert))),
        .. Line("A6", "time of JsonConvert with a new contract resolver, to ReadAsAsync as in 2014", Time,
            Of<Deserialisation>(nameof(Deserialisation.JsonConvertNewResolver)), Of<Deserialisation>(nameof(Deserialisation.ReadAsAsync2014))),
        .. Line("A6", "time of ReadAsAsync with formatters that are shared, to string and JsonConvert", Time,
            Of<Deserialisation>(nameof(Deserialisation.ReadAsAsyncShared)), Of<Deserialisation>(nameof(Deserialisation.StringJsonConvert))),
        .. LinesBySize("C1", "allocated by ResponseContentRead, to ResponseHeadersRead", Allocated,
            Of<ResponseBuffering>(nameof(ResponseBuffering.Buffered)), Of<ResponseBuffering>(nameof(ResponseBuffering.HeadersRead))),
        .. LinesBySize("C2", "time of ResponseContentRead, to ResponseHeadersRead", Time,
            Of<ResponseBuffering>(nameof(ResponseBuffering.Buffered)), Of<ResponseBuffering>(nameof(ResponseBuffering.HeadersRead))),
        .. LinesBySize("C4", "time of reading a failure's body, to not reading it", Time,
            Of<FailedBodies>(nameof(FailedBodies.Read)), Of<FailedBodies>(nameof(FailedBodies.NotRead))),
    ];

    private static IEnumerable<string> LinesBySize(string claim, string what, Func<BenchmarkReport, double?> figure,
        BenchmarkReport[] these, BenchmarkReport[] those) => these.GroupBy(SizeOf).SelectMany(group => Line(
            claim, $"{what}, {group.Key} bytes", figure, [.. group], [.. those.Where(report => SizeOf(report) == group.Key)]));

    /// <summary>Of several jobs the lowest and the highest.</summary>
    private static IEnumerable<string> Line(string claim, string what, Func<BenchmarkReport, double?> figure,
        BenchmarkReport[] these, BenchmarkReport[] those)
    {
        var ratios = these.Join(those, JobOf, JobOf, (one, other) => figure(one) / figure(other)).OfType<double>().ToArray();
        if (ratios.Length > 0)
            yield return $"{claim}  {what}: {Range(Rounded(ratios.Min()), Rounded(ratios.Max()))} ×";
    }

    private static string Range(string least, string most) => least == most ? least : $"{least} to {most}";

    private static string Rounded(double ratio) => ratio.ToString("0.##", CultureInfo.InvariantCulture);

    private BenchmarkReport[] Of<TStudy>(string method) =>
    [
        .. reports.Where(report => report.Success && report.BenchmarkCase.Descriptor is { } descriptor
            && descriptor.Type == typeof(TStudy) && descriptor.WorkloadMethod.Name == method),
    ];

    private static string JobOf(BenchmarkReport report) => report.BenchmarkCase.Job.ResolvedId;

    private static int SizeOf(BenchmarkReport report) => (int)report.BenchmarkCase.Parameters[nameof(ResponseBuffering.Bytes)];

    // A few iterations, and on a busy machine one of them may be far off.
    private static double? Time(BenchmarkReport report) => report.ResultStatistics?.Median;

    private static double? Allocated(BenchmarkReport report) => report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase);
}
