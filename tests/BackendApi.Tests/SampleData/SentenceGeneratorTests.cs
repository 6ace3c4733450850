using BackendApi.SampleData;
using Bogus;

namespace BackendApi.Tests.SampleData;

public sealed class SentenceGeneratorTests
{
    [Fact]
    public void LengthOfShortestSentenceOrMore_Generate_ReturnsTextOfThatLength()
    {
        var random = new Randomizer(1);
        foreach (var length in Enumerable.Range(26, 2_000))
        {
            SentenceParts.Notes.Generate(length, random).Length.ShouldBe(length);
            SentenceParts.Descriptions.Generate(length, random).Length.ShouldBe(length);
        }
    }

    [Fact]
    public void SentencePartsThatMissSomeLength_Constructor_ThrowsAndNamesMissingLength() =>
        Should.Throw<ArgumentException>(() => new SentenceGenerator(["It"], ["is", "is light"], [""]))
            .Message.ShouldContain("No sentence has 7 characters");
}
