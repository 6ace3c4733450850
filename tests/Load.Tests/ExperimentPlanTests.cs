namespace Load.Tests;

public sealed class ExperimentPlanTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void ShuffleRound_ManyRounds_EachHasEveryVariantInAnOrderOfTheSeed()
    {
        var plan = CreatePlan(new ClosedLoopProfile(1, StopCondition.AfterDuration(Second)));

        int[][] orders = [.. Enumerable.Range(0, 100).Select(plan.ShuffleRound)];

        orders.ShouldAllBe(order => order.Order().SequenceEqual(Enumerable.Range(0, 3)));
        orders.Select(order => string.Join(' ', order)).Distinct().Count().ShouldBe(6);
        orders[7].ShouldBe(plan.ShuffleRound(7));
        Enumerable.Range(0, 100).Select((plan with { Seed = 1 }).ShuffleRound).ShouldNotBe(orders);
    }

    [Fact]
    public void HasShortTurns_ClosedLoopWithoutALength_TurnsOfOthersAreAsLongAsSaid()
    {
        var closed = CreatePlan(new ClosedLoopProfile(1, default));
        var open = CreatePlan(new OpenLoopProfile(1, new RequestSchedule(100, Second), ""));

        (closed.HasShortTurns, (closed with { Turn = Second }).HasShortTurns).ShouldBe((true, false));
        (closed with { Turn = Second }).SteadyTurn.ShouldBe(Second);
        (open.HasShortTurns, open.SteadyTurn).ShouldBe((false, 2 * Second));
    }

    private static ExperimentPlan CreatePlan(LoadProfile profile) => new(
        [
            .. "abc".Select(name => new Variant($"{name}", TestRequests.CreateMix("http://h"), [])),
        ],
        "a",
        profile,
        Second,
        2014);
}
