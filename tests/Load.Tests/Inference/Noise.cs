using Load.Statistics.Verdicts;

namespace Load.Tests.Inference;

/// <summary>The kinds of noise of which simulated comparisons are made.</summary>
public enum NoiseKind
{
    /// <summary>Normal on the logarithmic scale.</summary>
    Normal,

    /// <summary>Two modes: in 3 of 10 slices, 15 % slower.</summary>
    Bimodal,
}

/// <summary>Simulates what a comparison measures.</summary>
internal sealed class Noise(int seed, NoiseKind kind, double correlation)
{
    private readonly Random _random = new(seed);

    /// <summary>The scatter of normal noise; the modes of bimodal noise scatter two fifths as much.</summary>
    public double Deviation { get; init; } = 0.05;

    /// <summary>
    /// Simulates a comparison with two independent metrics. Variant 0 is the baseline, and the last variant its second
    /// measurement.
    /// </summary>
    /// <param name="variants">The number of variants without the baseline.</param>
    /// <param name="rounds">The number of rounds.</param>
    /// <param name="effect">The log ratio of all variants to the baseline.</param>
    public MeasuredComparison Compare(int variants, int rounds, double effect = 0)
    {
        var count = variants + 2;
        return new MeasuredComparison(
            [.. Enumerable.Range(0, count).Select(variant => $"v{variant}")],
            0,
            count - 1,
            [CreateMetric("throughput"), CreateMetric("CPU")])
        {
            Order = [.. Enumerable.Range(0, rounds).Select(_ => Shuffle(count))],
        };

        MetricValues CreateMetric(string name) => new(name, [.. Enumerable.Range(0, count).Select(variant =>
            GetValues(rounds, variant == 0 || variant == count - 1 ? 0 : effect))]);
    }

    /// <summary>Simulates the values of one variant.</summary>
    public double?[] GetValues(int rounds, double effect = 0)
    {
        var values = new double?[rounds];
        var (normal, isSlow) = (0.0, false);
        for (var round = 0; round < rounds; round++)
        {
            // Either noise keeps a part of its value from one round to the next.
            var isFirst = round == 0;
            normal = isFirst
                ? NextNormal()
                : correlation * normal + Math.Sqrt(1 - correlation * correlation) * NextNormal();
            if (isFirst || _random.NextDouble() >= correlation)
                isSlow = _random.NextDouble() < 0.3;
            values[round] = Math.Exp(effect + (kind == NoiseKind.Normal
                ? Deviation * normal
                : 0.4 * Deviation * normal - (isSlow ? 0.15 : 0)));
        }

        return values;
    }

    public double NextNormal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());

    private int[] Shuffle(int count)
    {
        var order = Enumerable.Range(0, count).ToArray();
        _random.Shuffle(order);
        return order;
    }
}
