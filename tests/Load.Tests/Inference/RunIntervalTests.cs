namespace Load.Tests.Inference;

/// <summary>How often the 95 % intervals of a run contain the true values.</summary>
[TimeLimit(600)]
public sealed class RunIntervalTests
{
    private const double MeanMs = 10;
    private const int Connections = 10;
    private const int TrueRate = (int)(Connections * 1000 / MeanMs);
    private const double TrueErrorShare = 0.01;
    private const double NormalP99 = 2.3263478740408408;
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(20);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Evaluate_ClosedLoopWithKnownLatencies_IntervalsCoverTrueValues(double logDeviation)
    {
        const int runs = 300;
        var (trueP50, trueP99) = logDeviation == 0
            ? (MeanMs * Math.Log(2), MeanMs * Math.Log(100))
            : (GetLogNormal(0, logDeviation), GetLogNormal(NormalP99, logDeviation));

        var seeds = new Random(41);
        var covered = Enumerable.Range(0, runs).Select(_ => seeds.Next()).ToArray().AsParallel().Select(seed =>
        {
            var run = Simulate(new Random(seed), logDeviation);
            return new[]
            {
                Contains(run.GetQuantile(0.5), trueP50),
                Contains(run.GetQuantile(0.99), trueP99),
                Contains(run.GetGoodput(), TrueRate * (1 - TrueErrorShare)),
                Contains(run.GetErrorShare(), TrueErrorShare),
            };
        }).ToArray();

        double[] shares =
            [.. Enumerable.Range(0, 4).Select(metric => covered.Count(run => run[metric]) / (double)runs)];
        TestContext.Current.TestOutputHelper!.WriteLine(string.Join(
            " | ", shares.Select(share => (100 * share).ToString("0.0", CultureInfo.InvariantCulture))));

        // A sample may have three standard deviations less or more.
        var tolerance = 3 * Math.Sqrt(0.95 * 0.05 / runs);
        shares.ShouldAllBe(share => Math.Abs(share - 0.95) <= tolerance, string.Join(", ", shares));
    }

    // Each connection sends its next request when the last one has ended, as in a closed loop.
    private static RunParts Simulate(Random random, double logDeviation)
    {
        var time = new FakeTimeProvider(default);
        var profile = new ClosedLoopProfile(Connections, StopCondition.AfterDuration(Length));
        var measurement = new Measurement(time) { Intervals = profile.CreateIntervals(), Workers = Connections };
        var recorder = measurement.Recorder;
        for (var connection = 0; connection < Connections; connection++)
        {
            var due = 0L;
            while (due < Length.Ticks)
            {
                var received = due + (long)(DrawMs(random, logDeviation) * TimeSpan.TicksPerMillisecond);
                var status = random.NextDouble() < TrueErrorShare ? 500 : 200;
                recorder.RecordResponse(
                    0, new CompletedResponse(status, 1), new RequestTrace(), due, due, received);
                due = received;
            }

            measurement.RecordWorkerEnd(due);
        }

        measurement.Complete();
        return RunParts.Create(measurement).ShouldNotBeNull();
    }

    // Exponential, or log-normal with the same mean.
    private static double DrawMs(Random random, double logDeviation)
    {
        var exponential = -Math.Log(1 - random.NextDouble());
        return logDeviation == 0
            ? MeanMs * exponential
            : GetLogNormal(Math.Sqrt(2 * exponential) * Math.Cos(2 * Math.PI * random.NextDouble()), logDeviation);
    }

    private static double GetLogNormal(double normal, double logDeviation) =>
        MeanMs * Math.Exp(logDeviation * normal - logDeviation * logDeviation / 2);

    private static bool Contains(ConfidenceInterval? interval, double value) =>
        interval is { } known && known.Lo <= value && value <= known.Hi;
}
