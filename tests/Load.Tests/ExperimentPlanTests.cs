namespace Load.Tests;

public sealed class ExperimentPlanTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData("http://h:1/?strategy=b", new[] { "a", "b", "a, again" })]
    [InlineData("http://h:2", new[] { "a", "b" })]
    public void Plan_Trials_BaselineHasSecondOneUnlessEachVariantHasItsOwnTarget(string second, string[] measured)
    {
        var plan = CreatePlan(second);

        plan.MeasuredVariants.Select(variant => variant.Name).ShouldBe(measured);
        plan.BaselineReplicateIndex.ShouldBe(measured.Length == 3 ? 2 : null);
        plan.TrialOrder.ShouldAllBe(order => order.Order().SequenceEqual(Enumerable.Range(0, measured.Length)));
        plan.TrialCount.ShouldBe(20 * measured.Length);
        plan.TrialOrder.Select(order => order[0]).Distinct().Count().ShouldBe(measured.Length);
        plan.TrialOrder.ShouldBe(CreatePlan(second).TrialOrder, "The seed is the same.");

        // A further variant that shares a target with another one.
        ExperimentPlan.CountTrials([.. plan.Variants, plan.Variants[1]]).ShouldBe(4);
    }

    [Fact]
    public void Plan_WithPilot_FitsIntoTimeLimit()
    {
        var pilot = new PilotResult(Second / 10, TimeSpan.Zero);
        var plan = (CreatePlan("http://h:1") with
        {
            TimeLimit = TimeSpan.FromMinutes(1),
            Looks = new PlannedLooks(ExperimentPlan.LookCount, 1, 0.01),
            HasPilot = true,
        }).WithPilot(pilot, TimeSpan.FromSeconds(10));

        // Each of the three trials of a round takes 110 ms with the reading of metrics.
        plan.Rounds.ShouldBe((int)((60 - 10 - 2) / 0.33));
        plan.TrialOrder.Length.ShouldBe(plan.Rounds);
    }

    [Theory]
    [InlineData(5, 15)]
    [InlineData(60, ExperimentPlan.FewestRoundsOfStart)]
    public void Plan_SeveralStarts_EachHasTheRoundsThatFitAfterItsPreparation(int preparation, int rounds)
    {
        var plan = (CreatePlan("http://h:2") with { Starts = 2, TimeLimit = TimeSpan.FromSeconds(2 * (5 + 15 * 4.02)) })
            .WithTimeOfStart(TimeSpan.FromSeconds(preparation));

        (plan.Rounds, plan.TrialOrder.Length).ShouldBe((rounds, 2 * rounds));
        plan.At(["http://x:7", "http://y:8"]).Variants.Select(variant => variant.Requests.BaseUrl)
            .ShouldBe(["http://x:7", "http://y:8"]);
    }

    private static ExperimentPlan CreatePlan(string second)
    {
        Variant[] variants =
            [new("a", TestRequests.CreateMix("http://h:1"), []), new("b", TestRequests.CreateMix(second), [])];
        var profile = new ClosedLoopProfile(1, StopCondition.AfterDuration(Second));
        return new ExperimentPlan(variants, "a", profile, 20, Second, Second, Second, 2014);
    }
}
