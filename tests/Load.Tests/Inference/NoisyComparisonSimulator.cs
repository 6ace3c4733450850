namespace Load.Tests.Inference;

/// <summary>The kinds of random noise in simulated comparisons. A tenth of a run is one batch.</summary>
public enum NoiseKind
{
    White, // Independent noise whose logarithm has a normal distribution.
    HeavyTails, // Student's t with three degrees of freedom.
    Skewed, // An exponential distribution, which is skewed.
    Stalls, // White noise, and in 3 of 100 trials a stall of ten standard deviations.
    TwoModes, // Three in ten measured values are about 14 % lower than the others.
    WeakMemory, // An autoregressive process of order 1 with a correlation of 0.3.
    Memory, // An autoregressive process of order 1 with a correlation of 0.5.
    SlowStates, // White noise, and two states, a third of it up or down, that last a twentieth of the run.
    SlowerStates, // Slow states that last a tenth of the run.
    LongStates, // Slow states that last a third of the run.
    OneOverF, // The sum of ten white noises, each of which lasts twice as long as the one before it.
}

/// <summary>Simulates the values that a comparison measures, with random noise.</summary>
internal sealed class NoisyComparisonSimulator(int seed, NoiseKind kind = NoiseKind.White)
{
    private readonly Random _random = new(seed);

    /// <summary>The standard deviation of the logarithm of normal noise; two modes have less in each mode.</summary>
    public double Deviation { get; init; } = 0.05;

    public static RatioSeries CreateSeries(IEnumerable<double> logs) => new(
        "b",
        "throughput",
        [
            .. logs.Select(log =>
                ((WeightedSum, WeightedSum)?)(new WeightedSum(Math.Exp(log), 1), new WeightedSum(1, 1))),
        ]);

    /// <summary>Simulates two metrics. The first variant is the baseline, and so is the last one, again.</summary>
    public MeasuredComparison Compare(int variants, int rounds, double effect = 0)
    {
        int[] all = [.. Enumerable.Range(0, variants + 2)];
        return new MeasuredComparison(
            [.. all.Select(variant => $"v{variant}")], 0, all[^1], [CreateMetric("throughput"), CreateMetric("CPU")]);

        MetricValues CreateMetric(string name) => new(
            name, [.. all.Select(variant => GetValues(rounds, variant == 0 || variant == all[^1] ? 0 : effect))]);
    }

    public double?[] GetValues(int rounds, double effect = 0) =>
        [.. GetLogs(rounds).Select(log => (double?)Math.Exp(effect + log))];

    public double[] GetLogs(int rounds)
    {
        var memory = kind switch { NoiseKind.WeakMemory => 0.3, NoiseKind.Memory => 0.5, _ => 0.0 };
        var stateLength = Math.Max(1, rounds / kind switch
        {
            NoiseKind.SlowStates => 20.0,
            NoiseKind.SlowerStates => 10.0,
            _ => 3.0,
        });
        double[] octaves = [.. Enumerable.Range(0, 10).Select(_ => NextNormal())];
        var (logs, last, isUp) = (new double[rounds], NextNormal(), _random.NextDouble() < 0.5);
        for (var round = 0; round < rounds; round++)
        {
            var normal = last = memory * last + Math.Sqrt(1 - memory * memory) * NextNormal();
            isUp ^= _random.NextDouble() < 1 / stateLength;
            logs[round] = Deviation * kind switch
            {
                NoiseKind.HeavyTails => normal / Math.Sqrt(
                    Enumerable.Range(0, 3).Sum(_ => Math.Pow(NextNormal(), 2))),
                NoiseKind.Skewed => -Math.Log(1 - _random.NextDouble()),
                NoiseKind.Stalls => normal - (_random.NextDouble() < 0.03 ? 10 : 0),
                NoiseKind.TwoModes => 0.4 * normal - (_random.NextDouble() < 0.3 ? 3 : 0),
                NoiseKind.SlowStates or NoiseKind.SlowerStates or NoiseKind.LongStates =>
                    normal + (isUp ? 1 / 3.0 : -1 / 3.0),
                NoiseKind.OneOverF => GetOneOverF(round),
                _ => normal,
            };
        }

        return logs;

        double GetOneOverF(int round)
        {
            for (var octave = 0; octave < octaves.Length; octave++)
            {
                if (round % (1 << octave) == 0)
                    octaves[octave] = NextNormal();
            }

            return octaves.Sum() / Math.Sqrt(octaves.Length);
        }
    }

    public double NextNormal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}
