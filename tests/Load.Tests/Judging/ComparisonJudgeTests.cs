namespace Load.Tests.Judging;

public sealed class ComparisonJudgeTests
{
    private static readonly VerdictRule Rule = new();

    private static readonly Dictionary<string, string> Processes = new() { ["A"] = "http://a", ["B"] = "http://b" };

    [Theory]
    [InlineData(1.08, 1, true)]
    [InlineData(1.15, 1, false)]
    // The service hardly works: what reading its metrics costs is no work that slows down the other.
    [InlineData(1.15, 10, true)]
    public void Judge_WorkAfterTheAnswers_CountsAsCpuTimeAndIsNoThroughput(
        double cpuOfStart, double busy, bool hasThroughput)
    {
        var samples = Enumerable.Range(1, 8).SelectMany(start => new[]
        {
            CreateSample("A", start, good: 1000, busy) with { CpuS = 1, CpuOutsideS = 0 },
            CreateSample("B", start, good: 1000, busy) with { CpuS = cpuOfStart, CpuOutsideS = cpuOfStart - 1 },
        });

        var judgement = Judge(samples);

        (judgement.Find("B", ComparedMetric.Throughput) is not null).ShouldBe(hasThroughput);
        judgement.Find("B", ComparedMetric.CpuTime)!.Estimate.Value.ShouldBe(cpuOfStart, 1e-9);
    }

    [Theory]
    [InlineData(3, RatioVerdict.CannotTell)]
    [InlineData(4, RatioVerdict.Slower)]
    public void Judge_FewStarts_DecideNothing(int starts, RatioVerdict expected)
    {
        var samples = Enumerable.Range(1, starts).SelectMany(start => new[]
        {
            CreateSample("A", start, good: 1000, busy: 1),
            CreateSample("B", start, good: 500, busy: 1 + 1e-6 * start) with { Requests = 1000 },
        });

        var ratio = Judge(samples).Find("B", ComparedMetric.Throughput)!;

        (Math.Round(ratio.Estimate.Value, 3), ratio.Verdict).ShouldBe((0.5, expected));
        // The ends are as far from the centre, as factors.
        (ratio.Interval!.Value.Hi * ratio.Interval.Value.Lo).ShouldBe(ratio.Estimate.Value * ratio.Estimate.Value, 1e-9);
    }

    [Fact]
    public void Judge_ThousandRandomTables_ValueLiesInIntervalAndVerdictFollows()
    {
        for (var seed = 0; seed < 1000; seed++)
        {
            var random = new Random(seed);
            var samples = new SimulatedComparison(seed)
            {
                Starts = random.Next(1, 9),
                Rounds = random.Next(1, 30),
                Variants = random.Next(2, 6),
                Deviation = Math.Exp(random.NextDouble() * 6 - 6),
                Effect = (random.NextDouble() - 0.5) / 5,
            }.Create();

            foreach (var ratio in ComparisonJudge.Judge(samples, Rule).Ratios)
            {
                var (lo, hi) = ratio.Interval is var (low, high) ? (low, high) : (0, double.PositiveInfinity);
                ratio.Estimate.Value.ShouldBeInRange(lo, hi, $"seed {seed}");
                var isThroughput = ratio.Metric == ComparedMetric.Throughput;
                ratio.Verdict.ShouldBe(
                    ratio.Estimate.Units.Count < 4 ? RatioVerdict.CannotTell
                        : lo > 1 / 1.02 && hi < 1.02 ? RatioVerdict.Same
                        : lo > 1 ? isThroughput ? RatioVerdict.Faster : RatioVerdict.Dearer
                        : hi < 1 ? isThroughput ? RatioVerdict.Slower : RatioVerdict.Cheaper
                        : RatioVerdict.CannotTell,
                    $"seed {seed}: [{lo}, {hi}]");
            }
        }
    }

    [Fact]
    public void Estimate_OneStart_UnitsAreItsBatches()
    {
        var samples = Enumerable.Range(1, 10).SelectMany(batch => new[]
        {
            CreateSample("A", 1, good: 100, busy: 1) with { Batch = batch },
            CreateSample("B", 1, good: 100, busy: batch == 1 ? 2 : 1) with { Batch = batch },
        });

        var units = Judge(samples).Find("B", ComparedMetric.Throughput)!.Estimate.Units;

        units.ShouldBe([0.5, .. Enumerable.Repeat(1.0, 9)]);
    }

    [Fact]
    public void EstimateRate_EightStarts_HasA95PercentIntervalByStudentsT()
    {
        double[] logs = [-0.03, -0.02, -0.01, 0, 0, 0.01, 0.02, 0.03];
        var samples = logs.Select((log, i) => CreateSample("A", i + 1, good: 1000, busy: Math.Exp(log)));

        var (rate, interval) = CreateTable(samples).EstimateRate("A")!.Value;

        // 2.365 is the value of Student's t with seven degrees of freedom, and 0.02 the standard deviation.
        Math.Log(interval!.Value.Hi / rate).ShouldBe(2.365 * 0.02 / Math.Sqrt(8), 1e-4);
    }

    [Fact]
    public void Estimate_Percentile_ComparesEachStartWithItself()
    {
        (string Variant, int Start, int Ms)[] latencies = [("A", 1, 1), ("A", 2, 2), ("B", 1, 2), ("B", 2, 4)];
        var samples = latencies.Select(one => CreateSample(one.Variant, one.Start, 100, 1) with { P50Ms = one.Ms });

        var estimate = CreateTable(samples, latencies.GroupBy(one => one.Variant).ToDictionary(
            variant => variant.Key,
            variant =>
            {
                var latency = new LatencyHistogram();
                foreach (var (_, _, ms) in variant.SelectMany(one => Enumerable.Repeat(one, 100)))
                    latency.Record(TimeSpan.FromMilliseconds(ms));
                return latency;
            })).Estimate("B", ComparedMetric.P50)!;

        estimate.Units.ShouldBe([2, 2]);
        estimate.Value.ShouldBe(2, 0.01);
    }

    [Fact]
    public void Judge_CpuOfOneStartIsNotKnown_ComparesThatOfTheOthers()
    {
        var samples = Enumerable.Range(1, 4).SelectMany(start => new[]
        {
            CreateSample("A", start, good: 100, busy: 1) with { CpuS = 1 },
            CreateSample("B", start, good: 100, busy: 1) with { CpuS = start == 4 ? null : 0.1 * start },
        });

        var estimate = Judge(samples).Find("B", ComparedMetric.CpuTime)!.Estimate;

        (Math.Round(estimate.Value, 9), estimate.Units.Count).ShouldBe((0.2, 3));
    }

    [Theory]
    [InlineData(8, 2, 1)]
    [InlineData(8, 6, 1)]
    [InlineData(8, 6, 3)]
    [InlineData(1, 6, 1)]
    public void Judge_EqualVariants_RarelyFindsDifference(int starts, int variants, double firstScatter)
    {
        const int comparisons = 200;

        // A sample may have three standard deviations more than the limit of the method.
        const double limit = 0.015;
        Simulate(starts, variants, firstScatter, comparisons, rounds: 30).Wrong
            .ShouldBeLessThanOrEqualTo(limit + 3 * Math.Sqrt(limit / comparisons));
    }

    /// <summary>
    /// Prints a row of the table of docs/decisions.md, 7, and runs only if it is asked for. The test above asks the same of
    /// fewer and shorter comparisons.
    /// </summary>
    [Theory]
    [Slow]
    [Trait("Study", "method")]
    [TimeLimit(280)]
    [InlineData(8, 2, 1)]
    [InlineData(8, 4, 1)]
    [InlineData(8, 4, 6)]
    [InlineData(8, 6, 1)]
    [InlineData(1, 6, 1)]
    public void Judge_EqualVariants_IsWrongAsOftenAsMethodSays(int starts, int variants, double firstScatter)
    {
        const int comparisons = 4000;
        var (wrong, throughput, cpu) = Simulate(starts, variants, firstScatter, comparisons, rounds: 100);
        TestContext.Current.TestOutputHelper!.WriteLine(
            $"| {starts} starts | {variants} variants | one scatters {firstScatter} times as much | ±{throughput * 100:0.00} % "
            + $"| CPU ±{cpu * 100:0.00} % | {wrong * 100:0.0} % wrong |");
        wrong.ShouldBeLessThanOrEqualTo(0.016);
    }

    // Gets the share of comparisons with any wrong verdict, and the mean half-widths of throughput and of CPU time.
    private static (double Wrong, double Throughput, double Cpu) Simulate(
        int starts, int variants, double firstScatter, int comparisons, int rounds)
    {
        const int parts = 20;
        Judgement[] judgements =
        [
            .. Enumerable.Range(0, parts).AsParallel().AsOrdered().SelectMany(part =>
            {
                var simulated = new SimulatedComparison(parts * (100 * starts + variants) + part)
                {
                    Starts = starts,
                    Rounds = rounds,
                    Variants = variants,
                    FirstScatter = firstScatter,
                };
                return Enumerable.Range(0, comparisons / parts)
                    .Select(_ => ComparisonJudge.Judge(simulated.Create(), Rule)).ToArray();
            }),
        ];
        return (
            judgements.Average(one => one.Ratios.Any(IsDifference) ? 1.0 : 0),
            GetHalfWidth(ComparedMetric.Throughput),
            GetHalfWidth(ComparedMetric.CpuTime));

        double GetHalfWidth(ComparedMetric metric) => judgements.SelectMany(one => one.Ratios)
            .Where(ratio => ratio.Metric == metric)
            .Average(ratio => ratio.Interval!.Value.Hi / ratio.Estimate.Value - 1);
    }

    private static bool IsDifference(RatioJudgement ratio) => ratio.Verdict
        is RatioVerdict.Faster or RatioVerdict.Slower or RatioVerdict.Cheaper or RatioVerdict.Dearer;

    private static Judgement Judge(IEnumerable<Sample> samples) => ComparisonJudge.Judge(CreateTable(samples), Rule);

    private static SampleTable CreateTable(
        IEnumerable<Sample> samples, IReadOnlyDictionary<string, LatencyHistogram>? latencies = null) =>
        new(Processes, "A", [.. samples], latencies ?? new Dictionary<string, LatencyHistogram>());

    private static Sample CreateSample(string variant, int start, long good, double busy) => new()
    {
        Variant = variant,
        Start = start,
        Batch = 1,
        Turns = 1,
        Requests = good,
        Good = good,
        BusyS = busy,
    };

    [Theory]
    [InlineData(1, 1e-9, 636619772.0)]
    [InlineData(1_000_000, 0.05, 1.962339)] // that of 1,000
    public void GetCriticalValue_KnownErrorLevel_MatchesPublishedTables(
        double freedom, double level, double expected) =>
        CriticalValue.Get(freedom, level).ShouldBe(expected, expected * 1e-4);
}
