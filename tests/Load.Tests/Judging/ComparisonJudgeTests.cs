namespace Load.Tests.Judging;

public sealed class ComparisonJudgeTests
{
    private static readonly VerdictRule Rule = new();

    public static TheoryData<NoiseKind> Kinds => [.. Enum.GetValues<NoiseKind>()];

    private static readonly Dictionary<string, string> Processes = new() { ["A"] = "http://a", ["B"] = "http://b" };

    [Fact]
    public void Judge_OneOfTwoHundredTakesFiveSeconds_CentreIsRatioOfTotals()
    {
        // In each start, ten turns of B answer 100 requests in 0.1 s of busy time, and one turn needs 5 s for as many.
        var samples = Enumerable.Range(1, 8).SelectMany(start => Enumerable.Range(1, 11).SelectMany(round => new[]
        {
            CreateSample("A", start, round, good: 100, busy: 0.1 + 0.0001 * start),
            CreateSample("B", start, round, good: 100, busy: round == 5 ? 5 : 0.1),
        }));

        var ratio = Judge(samples).Find("B", ComparedMetric.Throughput)!;

        ratio.Estimate.Value.ShouldBe(11 * (0.1 + 0.0001 * 4.5) / 6, 1e-9);
        (ratio.Interval!.Value.Lo < ratio.Estimate.Value && ratio.Interval.Value.Hi > ratio.Estimate.Value)
            .ShouldBeTrue();
    }

    [Theory]
    [InlineData(1.08, 1, true)]
    [InlineData(1.15, 1, false)]
    // The service hardly works: what reading its metrics costs is no work that slows down the other.
    [InlineData(1.15, 10, true)]
    public void Judge_WorkAfterTheAnswers_CountsAsCpuTimeAndIsNoThroughput(
        double cpuOfStart, double busy, bool hasThroughput)
    {
        var samples = Processes.Keys.SelectMany(variant => Enumerable.Range(1, 8).SelectMany(start =>
            new[] { CreateSample(variant, start, 1, good: 1000, busy) with { CpuS = 1 } }));
        VariantStart[] starts =
        [
            .. Enumerable.Range(1, 8).Select(start => new VariantStart("A", start) { CpuS = 1 }),
            .. Enumerable.Range(1, 8).Select(start => new VariantStart("B", start) { CpuS = cpuOfStart }),
        ];

        var judgement = ComparisonJudge.Judge(new SampleTable(Processes, "A", [.. samples], starts), Rule);

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
            CreateSample("A", start, 1, good: 1000, busy: 1),
            CreateSample("B", start, 1, good: 500, busy: 1 + 1e-6 * start),
        });

        Judge(samples).Find("B", ComparedMetric.Throughput)!.Verdict.ShouldBe(expected);
    }

    [Fact]
    public void Judge_ThousandRandomTables_ValueLiesInIntervalAndVerdictFollows()
    {
        for (var seed = 0; seed < 1000; seed++)
        {
            var random = new Random(seed);
            var samples = new SimulatedComparison(seed, (NoiseKind)(seed % 5))
            {
                Starts = random.Next(1, 9),
                Rounds = random.Next(1, 30),
                Compared = random.Next(1, 5),
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
    public void Judge_TwoStarts_HaveAnIntervalOfTheGoodResponses()
    {
        var samples = Enumerable.Range(1, 2).SelectMany(start => new[]
        {
            CreateSample("A", start, 1, good: 1000, busy: 1),
            CreateSample("B", start, 1, good: 500, busy: 1 + 0.001 * start) with { Requests = 1000 },
        });

        var ratio = Judge(samples).Find("B", ComparedMetric.Throughput)!;

        ratio.Estimate.Value.ShouldBe(0.5, 0.001);
        var (lo, hi) = ratio.Interval!.Value;
        // The ends are as far from the centre, as factors, so the half-width is that of either side.
        ratio.RelativeHalfWidth!.Value.ShouldBe(hi / ratio.Estimate.Value - 1, 1e-9);
        (lo < 0.5 && hi > 0.5).ShouldBeTrue();
    }

    [Fact]
    public void Estimate_OneStart_HasBatchesOfNeighbouringRounds()
    {
        var samples = Enumerable.Range(1, 20).SelectMany(round => new[]
        {
            CreateSample("A", 1, round, good: 100, busy: 1),
            CreateSample("B", 1, round, good: 100, busy: round <= 2 ? 2 : 1),
        });

        var units = Judge(samples).Find("B", ComparedMetric.Throughput)!.Estimate.Units;

        units.ShouldBe([0.5, .. Enumerable.Repeat(1.0, 9)]);
    }

    [Fact]
    public void EstimateRate_EightStarts_HasA95PercentIntervalByStudentsT()
    {
        double[] logs = [-0.03, -0.02, -0.01, 0, 0, 0.01, 0.02, 0.03];
        var samples = logs.Select((log, i) => CreateSample("A", i + 1, 1, good: 1000, busy: Math.Exp(log))).ToArray();

        var (rate, interval) = new SampleTable(Processes, "A", samples, []).EstimateRate("A")!.Value;

        // 2.365 is the value of Student's t with seven degrees of freedom, and 0.02 the standard deviation.
        Math.Log(interval!.Value.Hi / rate).ShouldBe(2.365 * 0.02 / Math.Sqrt(8), 1e-4);
    }

    [Fact]
    public void Estimate_Percentile_ComparesEachStartWithItself()
    {
        VariantStart[] starts = [Create("A", 1, 1), Create("A", 2, 2), Create("B", 1, 2), Create("B", 2, 4)];

        var units = new SampleTable(Processes, "A", [], starts).Estimate("B", ComparedMetric.P50)!.Units;

        units.Count.ShouldBe(2);
        units.ShouldAllBe(unit => unit > 1.99 && unit < 2.01);

        static VariantStart Create(string variant, int start, int ms)
        {
            var latency = new LatencyHistogram();
            for (var i = 0; i < 100; i++)
                latency.Record(TimeSpan.FromMilliseconds(ms));
            return new VariantStart(variant, start) { Latency = HistogramResult.Create(latency) };
        }
    }

    // 0.01 x (1/2)^3 is spent by the first look.
    [Theory]
    [InlineData(8, 4, 0.00125, 8, 0.00875)]
    [InlineData(5, 3, 0.00125, 5, 0.00875)]
    public void Looks_Planned_SpendTheCubeOfTheFraction(
        int steps, int first, double firstLevel, int last, double lastLevel)
    {
        var looks = new PlannedLooks(2, steps, 0.01);

        Enumerable.Range(1, steps).Where(step => looks.GetLook(step) is not null).ShouldBe([first, last]);
        looks.GetFamilyLevel(first)!.Value.ShouldBe(firstLevel, 1e-12);
        looks.GetFamilyLevel(last)!.Value.ShouldBe(lastLevel, 1e-12);
    }

    [Theory]
    [InlineData(0.0001, false)]
    [InlineData(0.5, true)]
    public void Looks_WidthIsAskedFor_StopWhenEveryIntervalIsAsNarrow(double width, bool canStop)
    {
        var judgement = ComparisonJudge.Judge(new SimulatedComparison(3).Create(), Rule);

        (new PlannedLooks(2, 8, 0.01) { TargetHalfWidth = width }).CanStop(judgement.Ratios).ShouldBe(canStop);
    }

    [Fact]
    public void Judge_CpuOfOneStartIsNotKnownAsAWhole_CountsThatOfTurns()
    {
        var samples = Enumerable.Range(1, 4).SelectMany(start => new[]
        {
            CreateSample("A", start, 1, good: 100, busy: 1) with { CpuS = 1 },
            CreateSample("B", start, 1, good: 100, busy: 1) with { CpuS = 0.5 },
        }).ToArray();
        var whole = samples.Select(sample =>
            new VariantStart(sample.Variant, sample.Start) { CpuS = sample.Start == 4 ? null : 1 });
        var table = new SampleTable(Processes, "A", samples, [.. whole]);

        (table.GetTotal("B", ComparedMetric.CpuTime) / table.GetTotal("A", ComparedMetric.CpuTime)).ShouldBe(0.5);
    }

    [Fact]
    public void Judge_CpuOfWholeStarts_ReplacesThatOfTurns()
    {
        var samples = Enumerable.Range(1, 4).SelectMany(start => new[]
        {
            CreateSample("A", start, 1, good: 100, busy: 1) with { CpuS = 1 },
            CreateSample("B", start, 1, good: 100, busy: 1) with { CpuS = 0.5 },
        }).ToArray();
        var whole = samples.Select(sample => new VariantStart(sample.Variant, sample.Start) { CpuS = 1 });

        var judgement = ComparisonJudge.Judge(new(Processes, "A", samples, [.. whole]), Rule);

        judgement.Find("B", ComparedMetric.CpuTime)!.Estimate.Value.ShouldBe(1, 1e-12);
        Judge(samples).Find("B", ComparedMetric.CpuTime)!.Estimate.Value.ShouldBe(0.5, 1e-12);
    }

    [Theory]
    [InlineData(NoiseKind.White, 8, 12, 1)]
    [InlineData(NoiseKind.Skewed, 8, 12, 1)]
    [InlineData(NoiseKind.White, 1, 100, 1)]
    [InlineData(NoiseKind.SlowStates, 1, 100, 1)]
    [InlineData(NoiseKind.White, 8, 12, 3)]
    public void Judge_EqualVariants_RarelyFindsDifference(NoiseKind kind, int starts, int rounds, double firstScatter)
    {
        const int comparisons = 400;
        var (wrong, biased) = CountWrong(kind, starts, rounds, 4, firstScatter, comparisons);

        // A sample may have three standard deviations more than the limit of the method.
        const double limit = 0.015;
        var most = (int)(comparisons * limit + 3 * Math.Sqrt(comparisons * limit));
        (wrong, biased).ShouldSatisfyAllConditions(
            () => wrong.ShouldBeLessThanOrEqualTo(most), () => biased.ShouldBeLessThanOrEqualTo(most));
    }

    /// <summary>Prints a row of the table that docs/method.md sums up.</summary>
    [Theory]
    [Slow]
    [Trait("Study", "method")]
    [TimeLimit(280)]
    [MemberData(nameof(Kinds))]
    public void Judge_KindsOfNoise_IsWrongAsOftenAsMethodSays(NoiseKind kind)
    {
        const int comparisons = 1000;
        var row = ((int Starts, int Rounds)[])[(1, 10), (1, 50), (1, 300), (4, 12), (8, 12), (16, 12)];
        double[] shares =
        [
            .. row.AsParallel().AsOrdered().Select(size =>
                CountWrong(kind, size.Starts, size.Rounds, 4, 1, comparisons).Wrong / (double)comparisons),
        ];
        TestContext.Current.TestOutputHelper!.WriteLine(
            $"| {kind} | {string.Join(" | ", shares.Select(share => $"{share * 100:0.0}"))} |");
        // Ten rounds that remember the one before, and noise of low frequency, are beyond what a single start can tell.
        foreach (var (size, share) in row.Zip(shares).Where(cell => cell.First is not (1, 10)))
            share.ShouldBeLessThanOrEqualTo(0.025, $"{size}");
    }

    private static (int Wrong, int Biased) CountWrong(
        NoiseKind kind, int starts, int rounds, int compared, double firstScatter, int comparisons)
    {
        var simulated = new SimulatedComparison(100 * starts + rounds + (int)kind, kind)
        {
            Starts = starts,
            Rounds = rounds,
            Compared = compared,
            FirstScatter = firstScatter,
        };
        var (wrong, biased) = (0, 0);
        for (var i = 0; i < comparisons; i++)
        {
            var judgement = ComparisonJudge.Judge(simulated.Create(), Rule);
            wrong += judgement.Ratios.Any(IsDifference) ? 1 : 0;
            biased += judgement.Controls.Any(IsDifference) ? 1 : 0;
        }

        return (wrong, biased);
    }

    private static bool IsDifference(RatioJudgement ratio) =>
        ratio.Verdict is RatioVerdict.Faster or RatioVerdict.Slower or RatioVerdict.Cheaper or RatioVerdict.Dearer;

    private static Judgement Judge(IEnumerable<Sample> samples) =>
        ComparisonJudge.Judge(new(Processes, "A", [.. samples], []), Rule);

    private static Sample CreateSample(string variant, int start, int round, long good, double busy) => new()
    {
        Variant = variant,
        Start = start,
        Round = round,
        Place = variant == "A" ? 1 : 2,
        AtS = 0,
        Requests = good,
        Good = good,
        BusyS = busy,
    };
}
