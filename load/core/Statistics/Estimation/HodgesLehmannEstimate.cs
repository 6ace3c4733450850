using MathNet.Numerics.Distributions;

namespace TwoTier.Load.Statistics.Estimation;

/// <summary>
/// The Hodges–Lehmann estimate of a ratio: the median of the means of all pairs of log ratios. A few extreme rounds
/// hardly move it, and its interval, from Wilcoxon's signed ranks, needs no normal distribution.
/// </summary>
internal sealed record HodgesLehmannEstimate(double MeanLog, ConfidenceInterval? LogInterval)
{
    private const int MaxRoundsForExactRank = 50;

    // The distance between the Hodges–Lehmann estimate and the mean, in standard errors, that only one of 2,000 samples
    // of a normal distribution exceeds.
    private const double MaxStandardizedDistance = 0.75;

    // A smaller distance between the Hodges–Lehmann estimate and the mean does not matter, however certain it is.
    private const double MinRelevantDistance = 0.005;

    /// <summary>The estimated ratio.</summary>
    public double Value => Math.Exp(MeanLog);

    /// <summary>The interval of the ratio; null if there are too few rounds for it.</summary>
    public ConfidenceInterval? Interval =>
        LogInterval is { } logs ? new ConfidenceInterval(Math.Exp(logs.Lo), Math.Exp(logs.Hi)) : null;

    /// <summary>Calculates the Hodges–Lehmann estimate.</summary>
    public static HodgesLehmannEstimate Calculate(double[] logs, double level, double inflation = 1)
    {
        var means = GetPairMeans(logs);
        var middle = (means[(means.Length - 1) / 2] + means[means.Length / 2]) / 2;
        var rank = GetCriticalRank(logs.Length, level);
        return new HodgesLehmannEstimate(middle, rank < 1 ? null : new ConfidenceInterval(
            middle - (middle - means[rank - 1]) * inflation,
            middle + (means[^rank] - middle) * inflation));
    }

    /// <summary>
    /// Determines whether the Hodges–Lehmann estimate and the mean of the logarithms differ by more than chance,
    /// because some rounds are extreme or the distribution of the rounds is skewed.
    /// </summary>
    public bool DisagreesWith(LogRatioEstimate mean) => mean.StandardError is { } error
        && Math.Abs(MeanLog - mean.MeanLog) > Math.Max(MaxStandardizedDistance * error, MinRelevantDistance);

    private static double[] GetPairMeans(double[] logs)
    {
        var means = new double[logs.Length * (logs.Length + 1) / 2];
        var next = 0;
        for (var i = 0; i < logs.Length; i++)
        {
            for (var j = i; j < logs.Length; j++)
                means[next++] = (logs[i] + logs[j]) / 2;
        }

        Array.Sort(means);
        return means;
    }

    // Gets the rank of the pair means that are the ends of the interval, counted from the lowest and from the highest
    // pair mean.
    private static int GetCriticalRank(int count, double level)
    {
        if (count > MaxRoundsForExactRank)
        {
            var (mean, variance) = (count * (count + 1) / 4.0, count * (count + 1) * (2.0 * count + 1) / 24);
            return (int)Math.Floor(mean + Normal.InvCDF(0, 1, level / 2) * Math.Sqrt(variance));
        }

        var ways = CountRankSums(count);
        var (rank, sum) = (0, 0.0);
        while ((sum + ways[rank]) / Math.Pow(2, count) <= level / 2)
            sum += ways[rank++];
        return rank;
    }

    // Counts, for each possible sum, the subsets of the ranks from 1 to the given count that add up to the sum.
    private static double[] CountRankSums(int count)
    {
        var ways = new double[count * (count + 1) / 2 + 1];
        ways[0] = 1;
        for (var rank = 1; rank <= count; rank++)
        {
            for (var sum = ways.Length - 1; sum >= rank; sum--)
                ways[sum] += ways[sum - rank];
        }

        return ways;
    }
}
