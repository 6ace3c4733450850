using BackendApi.Customers.Making;
using Bogus;

namespace BackendApi.Tests.Customers;

public sealed class ProseTests
{
    [Fact]
    public void OfLength_FromTheShortestSentenceOn_IsExact()
    {
        var random = new Randomizer(1);
        foreach (var length in Enumerable.Range(26, 2_000))
        {
            Vocabulary.Notes.OfLength(length, random).Length.ShouldBe(length);
            Vocabulary.Descriptions.OfLength(length, random).Length.ShouldBe(length);
        }
    }

    [Fact]
    public void Prose_OfSentencesWithAGapInTheirLengths_SaysWhichLengthIsMissing() =>
        Should.Throw<ArgumentException>(() => new Prose(["It"], ["is", "is light"], [""]))
            .Message.ShouldContain("No sentence has 7 characters");
}
