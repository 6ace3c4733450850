using Load.Engine;
using Load.Experiment;
using Load.Metrics;
using Load.Target;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

/// <summary>Tests the search for a capacity with simulated targets, on a clock that only the trials advance.</summary>
public sealed class CapacitySearchTests
{
    private readonly ManualTime _time = new();

    [Theory]
    [InlineData(200.0, 48.0)]
    [InlineData(3.0, 1.0)]
    [InlineData(123_456.0, 900.0)]
    public async Task RunAsync_TargetWithFixedCapacity_FindsCapacityWithinTwoPercent(double capacity, double firstRate)
    {
        var search = CreateSearch((rate, _) => rate <= capacity);

        await search.RunAsync(firstRate, CancellationToken.None);

        var estimate = search.Estimate.ShouldNotBeNull();
        (estimate.Rate / capacity).ShouldBeInRange(0.98, 1.02);
        estimate.Low.ShouldBeLessThanOrEqualTo(capacity);
        estimate.High.ShouldBeGreaterThanOrEqualTo(capacity);
        search.IsLimitedByTool.ShouldBeFalse();
    }

    [Fact]
    [Slow]
    public async Task CapacitySearch_TrialsFailByChance_NineOfTenFindCapacityWithinFivePercent()
    {
        const int Searches = 40;
        const double Capacity = 200;
        var found = 0;
        var covered = 0;
        for (var seed = 0; seed < Searches; seed++)
        {
            // In the simulation, a stall of the machine makes one trial in ten fail. At rates within about 2 % of the
            // capacity, the outcome of a trial is random.
            var random = new Random(seed);
            var search = CreateSearch((rate, _) => random.NextDouble() > 0.1
                && random.NextDouble() < 1 / (1 + Math.Exp(-Math.Log(Capacity / rate) / 0.01)));
            await search.RunAsync(50, CancellationToken.None);

            var estimate = search.Estimate.ShouldNotBeNull();
            if (Math.Abs(estimate.Rate / Capacity - 1) <= 0.05)
                found++;
            if (estimate.Low <= Capacity && estimate.High >= Capacity)
                covered++;
        }

        found.ShouldBeGreaterThanOrEqualTo(Searches * 9 / 10);
        covered.ShouldBeGreaterThanOrEqualTo(Searches * 9 / 10);
    }

    [Fact]
    public async Task CapacitySearch_ShortTrialFailsByChance_AlsoTriesHigherRates()
    {
        var trials = 0;
        var search = CreateSearch((rate, _) => ++trials != 2 && rate <= 200);

        await search.RunAsync(50, CancellationToken.None);

        (search.Estimate!.Rate / 200).ShouldBeInRange(0.97, 1.03);
    }

    [Fact]
    public async Task CapacitySearch_ObjectiveIsNeverMet_TriesLowestRateAndGivesNoEstimate()
    {
        var search = CreateSearch((_, _) => false);

        await search.RunAsync(50, CancellationToken.None);

        search.Estimate.ShouldBeNull();
        search.Trials.ShouldAllBe(trial => trial.Outcome == TrialOutcome.Failed);
        search.Trials.Min(trial => trial.Rate).ShouldBe(1);
    }

    [Fact]
    public async Task CapacitySearch_TrialsCannotBeJudged_EndsAsLimitedByTool()
    {
        var search = CreateSearch(rate => rate <= 400 ? TrialOutcome.Succeeded : TrialOutcome.NotJudged);

        await search.RunAsync(100, CancellationToken.None);

        search.IsLimitedByTool.ShouldBeTrue();
        search.Estimate.ShouldBeNull();
        search.Trials.Count(trial => trial.Outcome == TrialOutcome.NotJudged).ShouldBe(6);
    }

    [Fact]
    public async Task CapacitySearch_AnyTimeLimit_EndsWithinTimeLimit()
    {
        var random = new Random(1);
        var search = CreateSearch((_, _) => random.Next(2) == 0, TimeSpan.FromSeconds(30));

        await search.RunAsync(50, CancellationToken.None);

        _time.GetElapsedTime(0).ShouldBeLessThanOrEqualTo(TimeSpan.FromSeconds(30));
        search.Trials.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task RunAsync_Stopped_KeepsTrialsAndEstimate()
    {
        using var stop = new CancellationTokenSource();
        var search = CreateSearch((rate, _) => rate <= 200);
        search.TrialEnded += _ =>
        {
            if (search.Trials.Count == 6)
                stop.Cancel();
        };

        await search.RunAsync(50, stop.Token);

        search.Trials.Count.ShouldBe(6);
        search.Estimate.ShouldNotBeNull();
    }

    // In the first row, the second trial fails by chance at half of the capacity, at which the target answers as fast as
    // at any lower rate. In the second row, the target is fast at any rate.
    [Theory]
    [InlineData(2, 10, CheckState.Pass)]
    [InlineData(0, 1, CheckState.Fail)]
    public async Task CapacityChecks_ExcessiveRate_ConnectionsAreTheLimitIfTheTargetStaysFast(
        int failedByChance, double slowMs, object state)
    {
        var trials = 0;
        var search = new CapacitySearch(
            (rate, duration, _) => MeasureAsync(
                rate,
                duration,
                ++trials != failedByChance && rate <= 200 ? TrialOutcome.Succeeded : TrialOutcome.Failed,
                CreateRun(TimeSpan.FromMilliseconds(rate <= 200 ? 1 : slowMs))),
            new CapacityPlan(TimeSpan.FromMinutes(3)),
            _time);
        await search.RunAsync(50, CancellationToken.None);

        CapacityChecks.Evaluate(search, 8, []).Single(one => one.Id == "connections").State
            .ShouldBe((CheckState)state);
    }

    private CapacitySearch CreateSearch(Func<double, TimeSpan, bool> holds, TimeSpan? within = null) => new(
        (rate, duration, _) =>
            MeasureAsync(rate, duration, holds(rate, duration) ? TrialOutcome.Succeeded : TrialOutcome.Failed),
        new CapacityPlan(within ?? TimeSpan.FromMinutes(3)),
        _time);

    private CapacitySearch CreateSearch(Func<double, TrialOutcome> judge) => new(
        (rate, duration, _) => MeasureAsync(rate, duration, judge(rate)),
        new CapacityPlan(TimeSpan.FromMinutes(3)),
        _time);

    private Task<CapacityTrial> MeasureAsync(
        double rate, TimeSpan duration, TrialOutcome outcome, RunResult? run = null)
    {
        _time.Advance(duration);
        return Task.FromResult(new CapacityTrial(rate, outcome, [], run));
    }

    // Creates the run of a trial in which a request was queued.
    private RunResult CreateRun(TimeSpan serviceTime)
    {
        var arrivals = new OpenLoopCounters(1);
        arrivals.CountQueuedRequest();
        arrivals.ServiceTime.Record(serviceTime);
        var usage = new ResourceUsage(new Dictionary<string, ProcessMetrics?>(), null, true);
        return new RunResult(
            new Measurement(_time) { OpenLoop = arrivals },
            [],
            DateTimeOffset.UnixEpoch,
            DateTimeOffset.UnixEpoch,
            usage,
            0,
            [],
            [],
            IsCutShort: false);
    }
}
