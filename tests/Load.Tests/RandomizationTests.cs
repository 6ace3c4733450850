using Load.Experiment;

namespace Load.Tests;

public sealed class RandomizationTests
{
    [Fact]
    public void ShuffleRounds_AnyRound_HasEveryVariantOnce()
    {
        foreach (var round in Randomization.ShuffleRounds(20, 9, 7))
            round.Order().ShouldBe(Enumerable.Range(0, 9));
    }

    [Fact]
    public void ShuffleRounds_SameSeed_GivesSameSequenceOfDifferentRounds()
    {
        var rounds = Randomization.ShuffleRounds(8, 9, 7);

        Randomization.ShuffleRounds(8, 9, 7).ShouldBe(rounds);
        Randomization.ShuffleRounds(8, 9, 8).ShouldNotBe(rounds);
        rounds.Select(round => string.Join(',', round)).Distinct().Count().ShouldBe(8);
    }
}
