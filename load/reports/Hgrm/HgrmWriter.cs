using System.Globalization;
using System.Text;

namespace TwoTier.Load.Reports.Hgrm;

/// <summary>
/// Formats a latency histogram in the percentile format of HdrHistogram (.hgrm), which the plotters of HdrHistogram
/// read. The values in the file are in milliseconds.
/// </summary>
internal static class HgrmWriter
{
    private const int TicksPerHalfDistance = 5;
    private const double NanosecondsPerMs = 1e6;

    public static string Format(LatencyHistogram histogram)
    {
        var text = new StringBuilder("       Value     Percentile TotalCount 1/(1-Percentile)\n\n");
        var (level, cumulative) = (0.0, 0L);
        foreach (var (value, count) in histogram.GetBuckets())
        {
            cumulative += count;
            if (cumulative == histogram.Count)
                break;
            for (; level <= (double)cumulative / histogram.Count; level = GetNextPercentileLevel(level))
                AppendLine(text, value, level, cumulative);
        }

        if (histogram.Count > 0)
            AppendLine(text, histogram.Max, 1, histogram.Count);
        return text.ToString();
    }

    // The percentile levels are the same as those of HdrHistogram: five for each halving of the distance to 100 %.
    private static double GetNextPercentileLevel(double level)
    {
        var halvings = Math.Floor(Math.Log2(1 / (1 - level))) + 1;
        return level + 1 / (TicksPerHalfDistance * Math.Pow(2, halvings));
    }

    private static void AppendLine(StringBuilder text, long value, double level, long cumulative)
    {
        var ms = value / NanosecondsPerMs;
        text.Append(CultureInfo.InvariantCulture, $"{ms,12:0.000000} {level:0.000000000000} {cumulative,10}");
        if (level < 1)
            text.Append(CultureInfo.InvariantCulture, $" {1 / (1 - level),14:0.00}");
        text.Append('\n');
    }
}
