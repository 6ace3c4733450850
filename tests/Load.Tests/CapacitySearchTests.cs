namespace Load.Tests;

/// <summary>Tests the search for a capacity with simulated targets, on a clock that only the trials advance.</summary>
public sealed class CapacitySearchTests
{
    private const double Capacity = 200;
    private readonly ManualTime _time = new();

    [Theory]
    [InlineData(200.0, 48.0)]
    [InlineData(3.0, 1.0)]
    public async Task RunAsync_TargetWithFixedCapacity_FindsCapacityWithinTwoPercent(double capacity, double firstRate)
    {
        var search = await SearchAsync(rate => rate <= capacity, firstRate);

        var estimate = search.Estimate.ShouldNotBeNull();
        (estimate.Rate / capacity).ShouldBeInRange(0.98, 1.02);
        estimate.Low.ShouldBeLessThanOrEqualTo(capacity);
        estimate.High.ShouldBeGreaterThanOrEqualTo(capacity);
        search.IsLimitedByTool.ShouldBeFalse();
    }

    [Fact]
    [Slow]
    [TimeLimit(120)]
    public async Task RunAsync_TrialsFailByChance_NineOfTenFindCapacityWithinFivePercent()
    {
        const int Searches = 20;
        var (found, covered) = (0, 0);
        for (var seed = 0; seed < Searches; seed++)
        {
            // In the simulation, a stall of the machine makes one trial in ten fail. At rates within about 2 % of the
            // capacity, the outcome of a trial is random.
            var random = new Random(seed);
            var search = await SearchAsync(rate => random.NextDouble() > 0.1
                && random.NextDouble() < 1 / (1 + Math.Exp(-Math.Log(Capacity / rate) / 0.01)));

            var estimate = search.Estimate.ShouldNotBeNull();
            found += Math.Abs(estimate.Rate / Capacity - 1) <= 0.05 ? 1 : 0;
            covered += estimate.Low <= Capacity && estimate.High >= Capacity ? 1 : 0;
        }

        found.ShouldBeGreaterThanOrEqualTo(Searches * 9 / 10);
        covered.ShouldBeGreaterThanOrEqualTo(Searches * 9 / 10);
    }

    [Fact]
    public async Task RunAsync_ObjectiveIsNeverMet_TriesLowestRateAndGivesNoEstimate()
    {
        var search = await SearchAsync(_ => false);

        search.Estimate.ShouldBeNull();
        search.Trials.ShouldAllBe(trial => trial.Outcome == TrialOutcome.Failed);
        search.Trials.Min(trial => trial.Rate).ShouldBe(1);
    }

    [Fact]
    public async Task RunAsync_TrialsCannotBeJudged_EndsAsLimitedByTool()
    {
        var search = await SearchAsync(rate => rate <= 400 ? true : null);

        search.IsLimitedByTool.ShouldBeTrue();
        search.Estimate.ShouldBeNull();
        search.Trials.Count(trial => trial.Outcome == TrialOutcome.NotJudged).ShouldBe(6);
    }

    [Fact]
    public async Task RunAsync_TimeLimit_EndsWithinTimeLimit()
    {
        var random = new Random(1);
        var search = await SearchAsync(_ => random.Next(2) == 0, seconds: 30);

        _time.GetElapsedTime(0).ShouldBeLessThanOrEqualTo(TimeSpan.FromSeconds(30));
        search.Trials.ShouldNotBeEmpty();
    }

    // In the first row, the second trial fails by chance at half of the capacity, at which the target answers as fast
    // as at any lower rate; higher rates are tried as well. In the second row, the target is fast at any rate.
    [Theory]
    [InlineData(2, 10, CheckState.Pass)]
    [InlineData(0, 1, CheckState.Fail)]
    public async Task CapacityChecks_ExcessiveRate_ConnectionsAreTheLimitIfTheTargetStaysFast(
        int failedByChance, double slowMs, object state)
    {
        var trials = 0;
        var search = await SearchAsync(
            rate => ++trials != failedByChance && rate <= Capacity,
            run: rate => CreateRun(TimeSpan.FromMilliseconds(rate <= Capacity ? 1 : slowMs)));

        (search.Estimate!.Rate / Capacity).ShouldBeInRange(0.97, 1.03);
        CapacityChecks.Evaluate(search, 8, []).Single(one => one.Id == "connections").State
            .ShouldBe((CheckState)state);
    }

    [Theory]
    [InlineData(0, true, false, "")]
    [InlineData(1, true, false, "resent Fail")]
    [InlineData(0, false, false, "server Fail")]
    [InlineData(0, true, true, "restarted Note")]
    public async Task CapacityChecks_DisturbedTrials_AreReported(
        int resent, bool agrees, bool isRestarted, string expected)
    {
        MonitoredProcess target = new(MonitoredProcess.Target, "http://localhost/metrics");
        var metrics = new Dictionary<string, ProcessMetrics?> { ["target"] = new() { IsRestarted = isRestarted } };
        var search = await SearchAsync(
            rate => rate <= Capacity,
            run: rate => CreateRun(
                TimeSpan.FromMilliseconds(rate <= Capacity ? 1 : 9), resent, new ResourceUsage(metrics, 1, agrees)));

        var checks = CapacityChecks.Evaluate(search, 8, [target]).Where(check => check.State != CheckState.Pass);

        checks.Select(check => $"{check.Id} {check.State}").ShouldBe(expected.Length > 0 ? [expected] : []);
    }

    private async Task<CapacitySearch> SearchAsync(
        Func<double, bool?> holds,
        double firstRate = 50,
        int seconds = 180,
        Func<double, RunResult>? run = null,
        CancellationToken? stop = null)
    {
        var search = new CapacitySearch(Measure, TimeSpan.FromSeconds(seconds), _time);
        await search.RunAsync(firstRate, stop ?? CancellationToken.None);
        return search;

        Task<CapacityTrial> Measure(double rate, TimeSpan duration, CancellationToken cancellationToken)
        {
            _time.Advance(duration);
            var outcome = holds(rate) switch
            {
                true => TrialOutcome.Succeeded,
                false => TrialOutcome.Failed,
                null => TrialOutcome.NotJudged,
            };
            return Task.FromResult(new CapacityTrial(rate, outcome, [], run?.Invoke(rate)));
        }
    }

    // Creates the run of a trial in which a request was queued.
    private RunResult CreateRun(TimeSpan serviceTime, int resent = 0, ResourceUsage? usage = null)
    {
        var arrivals = new OpenLoopCounters(1);
        arrivals.QueuedRequests++;
        arrivals.ServiceTime.Record(serviceTime);
        usage ??= new ResourceUsage(new Dictionary<string, ProcessMetrics?>(), null, true);
        var (measurement, start) = (new Measurement(_time) { OpenLoop = arrivals }, DateTimeOffset.UnixEpoch);
        measurement.Recorder.RecordUnfinishedRequest(new RequestTrace { ResentRequests = resent }, 0);
        return new RunResult(measurement, [], start, start, usage, 0, [], [], IsCutShort: false);
    }
}
