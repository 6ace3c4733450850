namespace Load.Tests.Judging;

/// <summary>The kinds of random noise of the turns of a start. A tenth of a start is one batch.</summary>
public enum NoiseKind
{
    /// <summary>Independent noise whose logarithm has a normal distribution.</summary>
    White,

    /// <summary>An exponential distribution, which is skewed.</summary>
    Skewed,

    /// <summary>White noise, and in 3 of 100 turns a stall of ten standard deviations.</summary>
    Stalls,

    /// <summary>An autoregressive process of order 1 with a correlation of 0.5.</summary>
    Memory,

    /// <summary>White noise, and two states, a third of it up or down, that last a twentieth of a start.</summary>
    SlowStates,
}

/// <summary>Simulates the samples of comparisons: starts differ, and so do the turns of each.</summary>
internal sealed class SimulatedComparison(int seed, NoiseKind kind = NoiseKind.White)
{
    private readonly Random _random = new(seed);

    public int Starts { get; init; } = 8;

    public int Rounds { get; init; } = 12;

    /// <summary>The number of variants besides the baseline, which has two turns in a round.</summary>
    public int Compared { get; init; } = 4;

    /// <summary>The standard deviation of the logarithm of a turn.</summary>
    public double Deviation { get; init; } = 0.05;

    /// <summary>The standard deviation of the logarithm of the ratio of a start.</summary>
    public double StartScatter { get; init; } = 0.015;

    /// <summary>By how many times as much the first compared variant scatters from start to start.</summary>
    public double FirstScatter { get; init; } = 1;

    /// <summary>The logarithm of the true ratio of every variant to the baseline, in each metric.</summary>
    public double Effect { get; init; }

    public SampleTable Create() => new(
        Enumerable.Range(0, Compared + 1).ToDictionary(number => number == 0 ? "base" : $"v{number}", _ => "http://a"),
        "base",
        [.. Enumerable.Range(1, Starts).SelectMany(CreateStart)],
        []);

    public double NextNormal() =>
        Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());

    private IEnumerable<Sample> CreateStart(int start) => Enumerable.Range(0, Compared + 2).SelectMany(place =>
    {
        var isBaseline = place is 0 || place == Compared + 1;
        var scatter = isBaseline ? 0 : StartScatter * (place == 1 ? FirstScatter : 1);
        var (shift, ofCpu, ofMemory) = (Shift(), Shift(), Shift());
        var (speed, cpu, memory) = (GetLogs(), GetLogs(), GetLogs());
        return Enumerable.Range(0, Rounds).Select(round => new Sample
        {
            Variant = isBaseline ? "base" : $"v{place}",
            Start = start,
            Round = round + 1,
            Place = place + 1,
            AtS = 0,
            Requests = 1000,
            Good = 1000,
            BusyS = Math.Exp(-shift - speed[round]),
            CpuS = Math.Exp(ofCpu + cpu[round]),
            AllocatedBytes = Math.Exp(ofMemory + memory[round]),
        });

        double Shift() => isBaseline ? 0 : Effect + scatter * NextNormal();
    });

    private double[] GetLogs()
    {
        var memory = kind == NoiseKind.Memory ? 0.5 : 0;
        var (last, isUp) = (NextNormal(), _random.NextDouble() < 0.5);
        return
        [
            .. Enumerable.Range(0, Rounds).Select(_ =>
            {
                var normal = last = memory * last + Math.Sqrt(1 - memory * memory) * NextNormal();
                isUp ^= _random.NextDouble() < 20.0 / Rounds;
                return Deviation * kind switch
                {
                    NoiseKind.Skewed => -Math.Log(1 - _random.NextDouble()),
                    NoiseKind.Stalls => normal - (_random.NextDouble() < 0.03 ? 10 : 0),
                    NoiseKind.SlowStates => normal + (isUp ? 1 / 3.0 : -1 / 3.0),
                    _ => normal,
                };
            }),
        ];
    }
}
