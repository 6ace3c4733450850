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
        var open = CreatePlan(new OpenLoopProfile(1, new RequestSchedule([100], Second), ""));

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

    [Theory]
    [InlineData(new[] { 0.1, 1 }, new[] { 20.0, 20 }, "0.02 s")]
    [InlineData(new[] { 0.5, 18 }, new[] { 20.0, 180 }, "0.02 s to 0.18 s")]
    [InlineData(new[] { 3.0, 700 }, new[] { 30.0, 1000 }, "0.03 s to 1 s")]
    public void Create_ResponseTimes_HasTenResponsesBetween20MsAndASecond(double[] ms, double[] lengths, string text)
    {
        var turns = Create(ms);

        turns.Lengths.Select(length => length.TotalMilliseconds).ShouldBe(lengths);
        turns.Describe().ShouldBe(text);
    }

    [Theory]
    [InlineData(1.0, 1.0, 1.0)]
    [InlineData(0.5, 3.9, 18.0)]
    [InlineData(5.0, 9.9, 700.0)]
    public void TakesPart_ManyRounds_NoneGetsTwiceTheTimeOfAnother(params double[] ms)
    {
        var turns = Create(ms);

        double[] times =
        [
            .. turns.Lengths.Select((length, variant) => Enumerable.Range(1, 1000 * turns.Period)
                .Count(round => turns.TakesPart(variant, round)) * length.TotalSeconds),
        ];

        (times.Max() / times.Min()).ShouldBeLessThan(2);
        Enumerable.Range(0, ms.Length).ShouldAllBe(variant => turns.TakesPart(variant, 1));
        Enumerable.Range(2, turns.Period - 1).Count(round => turns.TakesPart(ms.Length - 1, round)).ShouldBe(0);
    }

    private static TurnLengths Create(double[] ms) => TurnLengths.Create(ms.Select(TimeSpan.FromMilliseconds));
}
