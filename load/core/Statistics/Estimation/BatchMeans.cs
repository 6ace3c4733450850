namespace TwoTier.Load.Statistics.Estimation;

/// <summary>
/// Divides dependent rounds into batches of consecutive rounds, whose means are nearly independent, and corrects for
/// the dependence that is left. Independent rounds form batches of one round.
/// </summary>
internal readonly record struct BatchMeans(double Correlation, int Rounds)
{
    private const double MaxBatchCorrelation = 0.1;
    private const int MinBatches = 20;

    private Ar1Process AutoregressiveProcess => new(Correlation);

    /// <summary>The smallest number of rounds in a batch: 1 unless the rounds depend on one another.</summary>
    public int Size { get; } = ChooseSize(new Ar1Process(Correlation), Rounds);

    /// <summary>The number of batches.</summary>
    public int Count => Rounds / Size;

    /// <summary>The standard error of the mean, for rounds with a standard deviation of 1.</summary>
    public double StandardErrorOfMean => Math.Sqrt(AutoregressiveProcess.GetVarianceOfMean(Rounds));

    /// <summary>
    /// The ratio of the standard error of the mean to that of independent batches with the same scatter.
    /// </summary>
    public double Inflation
    {
        get
        {
            var (whole, batch) =
                (AutoregressiveProcess.GetVarianceOfMean(Rounds), AutoregressiveProcess.GetVarianceOfMean(Size));
            return Math.Sqrt(whole * (Count - 1) / (batch - whole));
        }
    }

    /// <summary>Calculates the mean of each batch.</summary>
    public double[] GetMeans(double[] values)
    {
        var count = Count;
        return count == values.Length ? values : [.. Enumerable.Range(0, count).Select(batch =>
            values[(batch * values.Length / count)..((batch + 1) * values.Length / count)].Average())];
    }

    private static int ChooseSize(Ar1Process process, int rounds)
    {
        var size = 1;
        while (rounds / (size + 1) >= MinBatches && process.GetBatchCorrelation(size) > MaxBatchCorrelation)
            size++;
        return size;
    }
}
