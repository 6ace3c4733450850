namespace Load.Tests.Judging;

/// <summary>
/// Simulates the samples of comparisons with turns of 20 ms: starts differ, and while one goes on, the speed of the
/// machine wanders as was measured, about as much from second to second as from turn to turn.
/// </summary>
internal sealed class SimulatedComparison(int seed)
{
    private readonly Random _random = new(seed);

    public int Starts { get; init; } = 8;

    public int Rounds { get; init; } = 100;

    /// <summary>The number of variants, with the baseline.</summary>
    public int Variants { get; init; } = 6;

    /// <summary>The standard deviation of the logarithm of the speed in 5 ms; that of the CPU time is half of it.</summary>
    public double Deviation { get; init; } = 0.28;

    /// <summary>The standard deviation of the logarithm of the ratio of a start.</summary>
    public double StartScatter { get; init; } = 0.015;

    /// <summary>By how many times as much the first compared variant scatters from start to start.</summary>
    public double FirstScatter { get; init; } = 1;

    /// <summary>The logarithm of the true ratio of every variant to the baseline, in each metric.</summary>
    public double Effect { get; init; }

    public SampleTable Create() => new(
        Enumerable.Range(0, Variants).ToDictionary(number => $"v{number}", _ => "http://a"),
        "v0",
        [.. Enumerable.Range(1, Starts).SelectMany(CreateStart)],
        new Dictionary<string, LatencyHistogram>());

    private IEnumerable<Sample> CreateStart(int start)
    {
        var (speed, cpu) = (new WanderingLog(Deviation, NextNormal), new WanderingLog(Deviation, NextNormal));
        var batches = Starts > 1 ? 1 : Math.Min(10, Rounds);
        var shifts = Enumerable.Range(0, Variants).Select(number => (
            Speed: Shift(number), Cpu: Shift(number), Memory: Shift(number))).ToArray();
        int[] order = [.. Enumerable.Range(0, Variants)];
        var samples = new Sample?[Variants, batches];
        for (var round = 0; round < Rounds; round++)
        {
            _random.Shuffle(order);
            foreach (var variant in order)
            {
                var good = (long)(1e6 * Math.Exp(speed.NextTurn() + shifts[variant].Speed));
                ref var sample = ref samples[variant, round * batches / Rounds];
                sample = new Sample
                {
                    Variant = $"v{variant}",
                    Start = start,
                    Batch = 1 + round * batches / Rounds,
                    Turns = 1 + (sample?.Turns ?? 0),
                    Requests = good + (sample?.Requests ?? 0),
                    Good = good + (sample?.Good ?? 0),
                    BusyS = 0.02 + (sample?.BusyS ?? 0),
                    CpuS = good * Math.Exp(cpu.NextTurn() / 2 + shifts[variant].Cpu) + (sample?.CpuS ?? 0),
                    AllocatedBytes = good * Math.Exp(shifts[variant].Memory) + (sample?.AllocatedBytes ?? 0),
                };
            }
        }

        return samples.Cast<Sample>();

        double Shift(int number) =>
            number == 0 ? 0 : Effect + StartScatter * (number == 1 ? FirstScatter : 1) * NextNormal();
    }

    public double NextNormal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
}

/// <summary>A sum of autoregressive processes, whose time constants are evenly spread from 1 ms to 30 s.</summary>
internal sealed class WanderingLog(double deviation, Func<double> nextNormal)
{
    private const int StepsOfTurn = 4;
    private const double Step = 0.005;

    private static readonly double[] Memories =
        [.. new[] { 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30 }.Select(constant => Math.Exp(-Step / constant))];
    private static readonly double[] News = [.. Memories.Select(memory => Math.Sqrt(1 - memory * memory))];

    private readonly double _ofPart = deviation / Math.Sqrt(Memories.Length);
    private readonly double[] _parts = [.. Memories.Select(_ => nextNormal())];

    /// <summary>Gets the mean of 20 ms, after which 5 ms pass until the next turn.</summary>
    public double NextTurn()
    {
        var mean = Enumerable.Range(0, StepsOfTurn).Average(_ => NextStep());
        NextStep();
        return mean;
    }

    // Goes on for 5 ms.
    private double NextStep()
    {
        for (var i = 0; i < _parts.Length; i++)
            _parts[i] = Memories[i] * _parts[i] + News[i] * nextNormal();
        return _ofPart * _parts.Sum();
    }
}
