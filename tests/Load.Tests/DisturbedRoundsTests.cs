namespace Load.Tests;

public sealed class DisturbedRoundsTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void MustRepeat_SharesOfTrials_ComparesMeanOfRoundWithMedianOfRounds()
    {
        var rule = new DisturbedRounds();

        // Something that cannot be seen always works for the second variant.
        rule.MustRepeat([0.02, 0.1]).ShouldBeFalse();
        rule.MustRepeat([0.02, 0.2]).ShouldBeFalse();
        rule.MustRepeat([0.02, 0.2]).ShouldBeFalse();
        rule.MustRepeat([0.1, 0.3]).ShouldBeFalse();
        rule.MustRepeat([null, null]).ShouldBeFalse();
        rule.MustRepeat([0.4, 0.1]).ShouldBeTrue();
    }

    [Fact]
    public void MustRepeat_HalfOfRoundsDisturbed_RepeatsAtMostAQuarter()
    {
        var rule = new DisturbedRounds();

        int[] repeated =
            [.. Enumerable.Range(0, 200).Where(round => rule.MustRepeat([round % 2 == 0 ? 0.02 : 0.5]))];

        // At most one more than a quarter of the rounds that count.
        repeated.Length.ShouldBeInRange(30, 1 + (200 - repeated.Length) / 4);
        repeated.Count(round => round < 100).ShouldBeInRange(15, 21, "Repetitions should be spread over the rounds.");
    }

    // The second of the two trials of the third round is disturbed, and later both trials of a round.
    [Theory]
    [InlineData(false, 8)]
    [InlineData(true, 6)]
    public async Task RunAsync_DisturbedRounds_AreMeasuredAgainWithOtherRequests(bool hasTimeLimit, int rounds)
    {
        var indices = new List<long>();
        var profile = new ScriptedProfile((_, measurement, firstIndex) =>
        {
            indices.Add(firstIndex);
            measurement.Counters.RecordResponse(new CompletedResponse(200, 1), Second);
            return Task.CompletedTask;
        });
        Variant[] variants =
            [new("a", TestRequests.CreateMix("http://a"), []), new("b", TestRequests.CreateMix("http://b"), [])];
        var plan = new ExperimentPlan(variants, "a", profile, 8, Second, TimeSpan.Zero, TimeSpan.Zero, 2014)
        {
            TimeLimit = hasTimeLimit ? TimeSpan.FromMinutes(1) : null,
        };
        var time = new FakeTimeProvider(default);
        using var scraper = new PrometheusScraper();
        // The counters are read at the start, and before and after each trial.
        int[] disturbed = [11, 21, 23];
        var machine = new ScriptedMachine(second => disturbed.Contains(second) ? ScriptedMachine.Cores / 2.0 : 0);
        var progress = new ComparisonProgress();
        var ended = new List<int>();
        progress.RoundEnded += ended.Add;
        var runner = new ComparisonRunner(
            plan,
            (_, _) => Task.FromResult(new StartedTargets()),
            variant => new RunContext(null!, variant.Requests, Second, time),
            scraper,
            _ => new MachineMeter(machine, []),
            time,
            () => TimeSpan.Zero,
            progress);

        var measured = await runner.RunAsync(TestContext.Current.CancellationToken);

        (runner.Plan.RepeatedRounds, measured.Count).ShouldBe((2, rounds));
        ended.ShouldBe(Enumerable.Range(1, rounds));
        measured.Trials.Select(trial => trial.Round).ShouldBe(ended.SelectMany(round => new[] { round, round }));
        measured.Trials.ShouldAllBe(trial => trial.Machine!.DisturbedShare < 0.1);
        measured.GetTotal(0).Counters.Requests.ShouldBe(rounds);
        indices.TakeLast(2 * (rounds + 2)).Distinct().Count().ShouldBe(rounds + 2);
        ComparisonChecks.Evaluate(runner.Plan, measured, 2, null).Single(check => check.Id == "repeated")
            .Value.ShouldBe($"2, in addition to the {rounds} that count");
        ComparisonChecks.Evaluate(runner.Plan, measured, 2, null).Single(check => check.Id == "sent")
            .State.ShouldBe(CheckState.Pass);
    }
}
