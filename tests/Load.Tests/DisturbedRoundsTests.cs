namespace Load.Tests;

public sealed class DisturbedRoundsTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void MustRepeat_SharesOfTrials_ComparesEachWithTheMedianOfItsVariant()
    {
        var rule = new DisturbedRounds(2, 40);

        // Something that cannot be seen always works for the second variant.
        Decide(0.02, 0.2).ShouldBeFalse();
        Decide(0.02, 0.3).ShouldBeFalse();
        Decide(0.1, 0.49).ShouldBeFalse();
        Decide(0.02, 0.6).ShouldBeTrue();
        Decide(0.3, 0.3).ShouldBeTrue();
        Decide(null, null).ShouldBeFalse();

        bool Decide(double? first, double? second) => rule.MustRepeat([(0, first), (1, second)]);
    }

    [Fact]
    public void MustRepeat_HalfOfRoundsDisturbed_RepeatsAtMostAQuarter()
    {
        var rule = new DisturbedRounds(1, 100);

        Enumerable.Range(0, 200).Count(round => rule.MustRepeat([(0, round % 2 == 0 ? 0.02 : 0.5)])).ShouldBe(25);
    }

    // The second of the two trials of the third round is disturbed, and then both of the next one.
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
        var plan = new ExperimentPlan(variants, variants[0], profile, 8, Second, Second, TimeSpan.Zero, 2014)
        {
            TimeLimit = hasTimeLimit ? TimeSpan.FromMinutes(1) : null,
        };
        var time = new ManualTime();
        using var scraper = new PrometheusScraper();
        // The counters are read at the start, and before and after each trial.
        int[] disturbed = [11, 13, 15];
        var machine = new ScriptedMachine(second => disturbed.Contains(second) ? ScriptedMachine.Cores / 2.0 : 0);
        var progress = new ComparisonProgress();
        var ended = new List<int>();
        progress.RoundEnded += ended.Add;
        var runner = new ComparisonRunner(
            plan,
            variant => new RunContext(null!, variant.Requests, Second, time),
            scraper,
            new MachineMeter(machine, []),
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
            .Value.ShouldBe($"2, beside the {rounds} that count");
        ComparisonChecks.Evaluate(runner.Plan, measured, 2, null).Single(check => check.Id == "sent")
            .State.ShouldBe(CheckState.Pass);
    }
}
