using System.Globalization;
using BenchmarkDotNet.Reports;
using Benchmarks.Studies;

namespace Benchmarks.Running;

/// <summary>The ratios that the sources' claims are about, in a line each; of what was run.</summary>
internal static class Findings
{
    public static void Print(IReadOnlyCollection<BenchmarkReport> reports)
    {
        Print("A5", "time of ReadAsAsync as in 2014, to string and JsonConvert", Time,
            Of<Deserialisation>(reports, nameof(Deserialisation.ReadAsAsync2014)), Of<Deserialisation>(reports, nameof(Deserialisation.StringJsonConvert)));
        Print("A5", "time of ReadAsAsync today, to string and JsonConvert", Time,
            Of<Deserialisation>(reports, nameof(Deserialisation.ReadAsAsyncToday)), Of<Deserialisation>(reports, nameof(Deserialisation.StringJsonConvert)));
        Print("A6", "time of JsonConvert with a new contract resolver, to ReadAsAsync as in 2014", Time,
            Of<Deserialisation>(reports, nameof(Deserialisation.JsonConvertNewResolver)), Of<Deserialisation>(reports, nameof(Deserialisation.ReadAsAsync2014)));
        foreach (var group in Of<ResponseBuffering>(reports, nameof(ResponseBuffering.Buffered)).GroupBy(report => Named(report, "Bytes")))
        {
            Print("C1", $"allocated by ResponseContentRead at {group.Key} bytes, to ResponseHeadersRead", Allocated, group,
                Of<ResponseBuffering>(reports, nameof(ResponseBuffering.HeadersRead)).Where(report => Equals(Named(report, "Bytes"), group.Key)));
        }

        foreach (var group in Of<FailedBodies>(reports, nameof(FailedBodies.Read)).GroupBy(report => Named(report, "Bytes")))
        {
            Print("C4", $"time of reading a failure's {group.Key} bytes, to not reading them", Time, group,
                Of<FailedBodies>(reports, nameof(FailedBodies.NotRead)).Where(report => Equals(Named(report, "Bytes"), group.Key)));
        }
    }

    /// <summary>Of several jobs the lowest and the highest.</summary>
    private static void Print(string claim, string what, Func<BenchmarkReport, double?> figure,
        IEnumerable<BenchmarkReport> these, IEnumerable<BenchmarkReport> those)
    {
        var ratios = these.Join(those, JobOf, JobOf, (one, other) => figure(one) / figure(other)).OfType<double>().Order().ToArray();
        if (ratios.Length > 0)
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{claim}  {what}: {Range(ratios[0], ratios[^1])}"));
    }

    private static string Range(double low, double high)
    {
        var (least, most) = (low.ToString("0.##", CultureInfo.InvariantCulture), high.ToString("0.##", CultureInfo.InvariantCulture));
        return least == most ? $"{least} ×" : $"{least} to {most} ×";
    }

    private static IEnumerable<BenchmarkReport> Of<TStudy>(IEnumerable<BenchmarkReport> reports, string method) =>
        reports.Where(report => report.Success && report.BenchmarkCase.Descriptor is { } descriptor
            && descriptor.Type == typeof(TStudy) && descriptor.WorkloadMethod.Name == method);

    private static string JobOf(BenchmarkReport report) => report.BenchmarkCase.Job.ResolvedId;

    private static object? Named(BenchmarkReport report, string parameter) =>
        report.BenchmarkCase.Parameters.Items.First(item => item.Name == parameter).Value;

    private static double? Time(BenchmarkReport report) => report.ResultStatistics?.Mean;

    private static double? Allocated(BenchmarkReport report) => report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase);
}
