namespace TwoTier.Load.Statistics;

/// <summary>
/// The posterior distribution of a capacity, from trials at different rates that succeeded or failed. The probability
/// that a trial succeeds falls from high to low around the capacity, along a logistic function of the logarithm of the
/// rate; how steeply it falls is unknown too. Choosing the median of this distribution as the rate of the next trial is
/// the adaptive method QUEST (Watson and Pelli, 1983).
/// </summary>
internal sealed class CapacityPosterior
{
    private const int GridPoints = 3001;

    // Short trials may have misled the search, so rates beyond those between which they located the capacity are
    // possible, but less so with each factor of e.
    private const double Reach = 16;
    private const double PenaltyOutside = 6;

    // The probability that a trial fails although the rate is far below the capacity. On a machine that does other work
    // too, a short stall makes a trial fail.
    private const double FalseFailureProbability = 0.08;

    // The probability that a trial succeeds although the rate is far above the capacity. It is low, because no
    // disturbance makes a target faster.
    private const double FalseSuccessProbability = 0.01;

    // The possible relative changes of the rate over which the probability of success falls. The probability falls
    // steeply if requests are evenly spaced, and slowly if they arrive at random.
    private static readonly double[] TransitionWidths = [0.003, 0.01, 0.03, 0.08];

    private readonly double _minLogRate;
    private readonly double _logRateStep;
    private readonly double[,] _logWeights = new double[GridPoints, TransitionWidths.Length];

    /// <summary>Starts with the rates between which the capacity probably lies.</summary>
    public CapacityPosterior(double low, double high)
    {
        _minLogRate = Math.Log(low / Reach);
        _logRateStep = Math.Log(high / low * Reach * Reach) / (GridPoints - 1);
        for (var point = 0; point < GridPoints; point++)
        {
            var rate = GetLogRate(point);
            var outside = Math.Max(0, Math.Max(Math.Log(low) - rate, rate - Math.Log(high)));
            for (var width = 0; width < TransitionWidths.Length; width++)
                _logWeights[point, width] = -PenaltyOutside * outside;
        }
    }

    public void Add(double rate, bool held)
    {
        for (var point = 0; point < GridPoints; point++)
        {
            for (var width = 0; width < TransitionWidths.Length; width++)
            {
                var distance = (GetLogRate(point) - Math.Log(rate)) / TransitionWidths[width];
                var holds = FalseSuccessProbability
                    + (1 - FalseSuccessProbability - FalseFailureProbability) / (1 + Math.Exp(-distance));
                _logWeights[point, width] += Math.Log(held ? holds : 1 - holds);
            }
        }
    }

    /// <summary>Gets the rate below which the capacity lies with the given probability.</summary>
    public double GetQuantile(double probability)
    {
        var weights = GetWeights();
        var remaining = probability * weights.Sum();
        for (var point = 0; point < GridPoints; point++)
        {
            // Each point of the grid stands for the range of rates around it, over which its weight is spread evenly.
            if (remaining <= weights[point])
                return Math.Exp(GetLogRate(point + remaining / weights[point] - 0.5));
            remaining -= weights[point];
        }

        return Math.Exp(GetLogRate(GridPoints - 1));
    }

    private double GetLogRate(double point) => _minLogRate + point * _logRateStep;

    private double[] GetWeights()
    {
        var highest = _logWeights.Cast<double>().Max();
        return
        [
            .. Enumerable.Range(0, GridPoints).Select(point =>
                Enumerable.Range(0, TransitionWidths.Length).Sum(
                    width => Math.Exp(_logWeights[point, width] - highest))),
        ];
    }
}
