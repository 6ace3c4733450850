using System.Globalization;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using Benchmarks.Layers;

namespace Benchmarks;

/// <summary>
/// Writes what each layer adds to a call: the mean of the differences to the layer below in each round, with its
/// interval. A round measures all layers one after another, each in a process of its own.
/// </summary>
internal sealed class LayerTable : ExporterBase
{
    private const double NanosecondsPerMicrosecond = 1_000;

    protected override string FileNameSuffix => "-layers";

    protected override string FileExtension => "md";

    public override void ExportToLog(Summary summary, ILogger logger)
    {
        logger.WriteLine("```");
        foreach (var line in summary.HostEnvironmentInfo.ToFormattedString())
            logger.WriteLine(line);
        logger.WriteLine(summary.AllRuntimes);
        logger.WriteLine("```");
        logger.WriteLine();
        foreach (var line in Format([.. summary.Reports.Select(ReadCall).OfType<LayerCall>()]))
            logger.WriteLine(line);
    }

    public static IEnumerable<string> Format(IReadOnlyCollection<LayerCall> calls)
    {
        yield return "| layer | added to | call [95 %] | added [95 %] | allocated bytes | added bytes |";
        yield return "| --- | --- | --: | --: | --: | --: |";
        foreach (var layer in CallLayer.All)
        {
            var pairs = calls.Where(call => call.Layer == layer.Name)
                .Select(call => (Call: call, Base: Find(call.Round, layer.Base ?? layer)))
                .Where(pair => pair.Base is not null)
                .Select(pair => (pair.Call, Base: pair.Base!))
                .ToArray();
            if (pairs is [])
                continue;
            var bytes = pairs.Average(pair => pair.Call.Bytes);
            string[] cells =
            [
                layer.Name,
                layer.Base?.Name ?? "",
                LayerEstimate.FromRounds([.. pairs.Select(pair => pair.Call.Microseconds)]).ToString(),
                layer.Base is null ? "" : LayerEstimate.FromRounds(
                    [.. pairs.Select(pair => pair.Call.Microseconds - pair.Base.Microseconds)]).ToString(),
                FormatBytes(bytes),
                layer.Base is null ? "" : FormatBytes(bytes - pairs.Average(pair => pair.Base.Bytes)),
            ];
            yield return $"| {string.Join(" | ", cells)} |";
        }

        var rounds = calls.Select(call => call.Round).Distinct().Count();
        yield return "";
        yield return "Times are in microseconds. The intervals are those of Student's t over "
            + string.Create(CultureInfo.InvariantCulture, $"{rounds} rounds, in which the layers took turns.");

        LayerCall? Find(int round, CallLayer layer) =>
            calls.SingleOrDefault(call => call.Round == round && call.Layer == layer.Name);
    }

    private static LayerCall? ReadCall(BenchmarkReport report)
    {
        var benchmark = report.BenchmarkCase;
        return report.ResultStatistics is { } statistics
            ? new(
                (string)benchmark.Parameters[nameof(CallLayers.Layer)],
                (int)benchmark.Parameters[nameof(CallLayers.Round)],
                statistics.Mean / NanosecondsPerMicrosecond,
                report.GcStats.GetBytesAllocatedPerOperation(benchmark) ?? 0)
            : null;
    }

    private static string FormatBytes(double bytes) => Math.Round(bytes).ToString("0", CultureInfo.InvariantCulture);
}

/// <summary>The calls of one layer in one round.</summary>
/// <param name="Layer">The name of the layer.</param>
/// <param name="Round">The number of the round.</param>
/// <param name="Microseconds">The mean time of a call, in microseconds.</param>
/// <param name="Bytes">The bytes that a call allocates.</param>
internal sealed record LayerCall(string Layer, int Round, double Microseconds, double Bytes);
