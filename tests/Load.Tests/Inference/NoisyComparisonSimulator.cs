namespace Load.Tests.Inference;

/// <summary>The kinds of random noise in simulated comparisons.</summary>
public enum NoiseKind
{
    /// <summary>Noise whose logarithm has a normal distribution.</summary>
    Normal,

    /// <summary>Noise with two modes: three in ten measured values are about 14 % lower than the others.</summary>
    Bimodal,
}

/// <summary>Simulates the values that a comparison measures, with random noise.</summary>
internal sealed class NoisyComparisonSimulator(int seed, NoiseKind kind, double correlation)
{
    private readonly Random _random = new(seed);

    /// <summary>The standard deviation of the logarithm of normal noise; bimodal noise has less in each mode.</summary>
    public double Deviation { get; init; } = 0.05;

    /// <summary>Simulates two metrics. The first variant is the baseline, and so is the last one, again.</summary>
    public MeasuredComparison Compare(int variants, int rounds, double effect = 0)
    {
        int[] all = [.. Enumerable.Range(0, variants + 2)];
        return new MeasuredComparison(
            [.. all.Select(variant => $"v{variant}")], 0, all[^1], [CreateMetric("throughput"), CreateMetric("CPU")])
        {
            Order = [.. Enumerable.Range(0, rounds).Select(_ => Shuffle())],
        };

        MetricValues CreateMetric(string name) => new(
            name, [.. all.Select(variant => GetValues(rounds, variant == 0 || variant == all[^1] ? 0 : effect))]);

        int[] Shuffle()
        {
            int[] order = [.. all];
            _random.Shuffle(order);
            return order;
        }
    }

    public double?[] GetValues(int rounds, double effect = 0) =>
        [.. GetLogs(rounds).Select(log => (double?)Math.Exp(effect + log))];

    public double[] GetLogs(int rounds)
    {
        var logs = new double[rounds];
        var (normal, isSlow) = (0.0, false);
        for (var round = 0; round < rounds; round++)
        {
            // Both kinds of noise keep a part of their value from one round to the next, depending on the correlation.
            var isFirst = round == 0;
            normal = isFirst
                ? NextNormal()
                : correlation * normal + Math.Sqrt(1 - correlation * correlation) * NextNormal();
            if (isFirst || _random.NextDouble() >= correlation)
                isSlow = _random.NextDouble() < 0.3;
            logs[round] = kind == NoiseKind.Normal
                ? Deviation * normal
                : 0.4 * Deviation * normal - (isSlow ? 0.15 : 0);
        }

        return logs;
    }

    public double NextNormal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
