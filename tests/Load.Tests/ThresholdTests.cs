using Load.Tests.Judging;

namespace Load.Tests;

public sealed class ThresholdTests
{
    // Eight starts, in which the throughput of v1 is about 0.9 of that of the baseline.
    [Theory]
    [InlineData("throughput v1/v0 > 0.8", true)]
    [InlineData("throughput v1/v0 > 0.9", null)]
    [InlineData("cpu v1/v0 >= 1.2", false)]
    [InlineData("p99 v1/v0 < 1.1", false)]
    public void Evaluate_RatioToTheBaseline_JudgesItsInterval(string text, bool? passed)
    {
        var judgement = ComparisonJudge.Judge(
            new SimulatedComparison(1) { Variants = 2, Effect = Math.Log(0.9) }.Create(), new VerdictRule());

        var result = RatioThreshold.Parse(text)!.Evaluate(judgement);

        (result.Text, result.Passed).ShouldBe((text, passed), result.MeasuredValue);
        RatioThreshold.Parse("p99 < 1ms").ShouldBeNull();
        Should.Throw<FormatException>(() => RatioThreshold.Parse("p99.9 B/A < 1"))
            .Message.ShouldContain("throughput, cpu, allocation, p50, p99");
        Should.Throw<FormatException>(() => RatioThreshold.Parse("p99 B/A < 1ms")).Message.ShouldContain("B/A < 1.1");
    }

    [Theory]
    [InlineData("p99 < 100ms", true, "99.0 ms")]
    [InlineData("p99 < 98ms", false, "99.0 ms")]
    [InlineData("mean > 50ms", true, "50.5 ms")]
    [InlineData("service p50 < 11ms", true, "10.0 ms")]
    [InlineData("lateness max = 2ms", true, "2.00 ms")]
    [InlineData("errors < 5%", true, "3.846 %")]
    [InlineData("dropped <= 1%", false, "50 %")]
    [InlineData("queued >= 1", true, "1")]
    [InlineData("throughput > 50/s", false, "50.0/s")]
    public void Evaluate_AnyMetric_ReportsMeasuredValue(string text, bool passed, string was) =>
        Threshold.Parse(text).Evaluate(CreateMeasurement().GetFigures())
            .ShouldBe(new ThresholdResult(text, was, passed));

    [Theory]
    [InlineData("throughput > 80/s", true, "99.0/s [92.7/s, 105/s]")]
    [InlineData("throughput > 95/s", null, "99.0/s [92.7/s, 105/s]")]
    [InlineData("throughput >= 120/s", false, "99.0/s [92.7/s, 105/s]")]
    [InlineData("errors < 2%", null, "1.883 % [1.391 %, 2.375 %]")]
    [InlineData("errors < 5%", true, "1.883 % [1.391 %, 2.375 %]")]
    [InlineData("errors < 1%", false, "1.883 % [1.391 %, 2.375 %]")]
    [InlineData("p50 <= 55ms", true, "48.0 ms [46.0 ms, 50.0 ms]")]
    [InlineData("service p50 < 49ms", null, "48.0 ms [46.0 ms, 50.0 ms]")]
    [InlineData("p99 < 1ms", false, "99.0 ms")] // fewer than ten requests took longer than the upper end
    [InlineData("max < 99ms", false, "100 ms")]
    [InlineData("throughput = 100/s", false, "99.0/s")]
    [InlineData("errors < 5", false, "19")]
    public void Evaluate_RunWithParts_JudgesWholeInterval(string text, bool? passed, string was)
    {
        var measurement = CreateRunOfTenSeconds();
        var figures = measurement.GetFigures() with { Parts = RunParts.Create(measurement) };

        Threshold.Parse(text).Evaluate(figures).ShouldBe(new ThresholdResult(text, was, passed));
    }

    [Fact]
    public void Evaluate_ServiceTime_DoesNotCountFromTheReleaseOfBursts()
    {
        var time = new FakeTimeProvider(default);
        var (open, other) = (new Measurement(time) { OpenLoop = new OpenLoopCounters(1) }, new Measurement(time));
        time.Advance(TimeSpan.FromSeconds(1));
        var now = time.GetTimestamp();
        open.Recorder.RecordResponse(
            0, new CompletedResponse(200, 1), new RequestTrace(), now - ToTicks(100), now - ToTicks(10), now);
        other.RunningBurst = open;
        other.AddRunningBurst(released: 0, TimeSpan.FromSeconds(1));

        Threshold.Parse("service max = 10ms").Evaluate(other.GetFigures())
            .ShouldBe(new ThresholdResult("service max = 10ms", "10.0 ms", true));
    }

    [Theory]
    [InlineData("p99", "p99")]
    [InlineData("errors < 101%", "101%")]
    public void Parse_InvalidThreshold_NamesTheInvalidPartAndWhatIsExpected(string text, string part)
    {
        Should.Throw<FormatException>(() => Threshold.Parse(text)).Message
            .ShouldStartWith($"\"{part}\" is not valid; expected ");

        Threshold.Parse("p99 < 1s").Evaluate(new Measurement(new FakeTimeProvider(default)).GetFigures())
            .ShouldBe(new ThresholdResult("p99 < 1s", "–", false), "Nothing was measured.");
    }

    // Creates a run of ten seconds. Each second has 90, 100 or 110 responses that took 1 to 100 ms, and one to three
    // transport errors.
    private static Measurement CreateRunOfTenSeconds()
    {
        var profile = new ClosedLoopProfile(1, StopCondition.AfterDuration(TimeSpan.FromSeconds(10)));
        var measurement = new Measurement(new FakeTimeProvider(default)) { Intervals = profile.CreateIntervals() };
        for (var second = 0; second < 10; second++)
        {
            var due = second * TimeSpan.TicksPerSecond;
            for (var i = 0; i < 90 + second % 3 * 10; i++)
            {
                measurement.Recorder.RecordResponse(
                    0, new CompletedResponse(200, 1), new RequestTrace(), due, due, due + ToTicks(1 + i % 100));
            }

            for (var i = 0; i <= second % 3; i++)
            {
                measurement.Recorder.RecordFailure(
                    0, TransportError.Reset, new RequestTrace(), due, due, due + ToTicks(50));
            }
        }

        measurement.RecordWorkerEnd(10 * TimeSpan.TicksPerSecond);
        measurement.Complete();
        return measurement;
    }

    // Creates a measurement of two seconds with 100 responses that took 1 to 100 ms, 4 transport errors after 50.5 ms,
    // one arrival that was queued and one that was dropped.
    private static Measurement CreateMeasurement()
    {
        var time = new FakeTimeProvider(default);
        var arrivals = new OpenLoopCounters(2);
        var measurement = new Measurement(time) { OpenLoop = arrivals };
        time.Advance(TimeSpan.FromSeconds(2));
        var now = time.GetTimestamp();
        for (var ms = 1; ms <= 100; ms++)
        {
            measurement.Recorder.RecordResponse(
                0, new CompletedResponse(200, 1), new RequestTrace(), now - ToTicks(ms), now - ToTicks(10), now);
        }

        for (var i = 0; i < 4; i++)
            measurement.Counters.RecordFailure(TransportError.Reset, TimeSpan.FromMilliseconds(50.5));
        measurement.Recorder.RecordSend(now - ToTicks(2), now, foundFreeConnection: true);
        measurement.Recorder.RecordSend(now - ToTicks(50), now, foundFreeConnection: false);
        (arrivals.ArrivedRequests, arrivals.QueuedRequests, arrivals.DroppedRequests) = (2, 1, 1);
        measurement.RecordWorkerEnd(now);
        return measurement;
    }

    private static long ToTicks(int ms) => ms * TimeSpan.TicksPerMillisecond;
}
