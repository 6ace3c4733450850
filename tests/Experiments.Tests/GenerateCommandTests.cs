namespace Experiments.Tests;

public sealed class GenerateCommandTests
{
    [Fact]
    public void GeneratedParts_OfAPage_AreReplacedInTheirOrder()
    {
        const string page =
            "a\n<!-- generated -->\none\n<!-- end -->\nb\n<!-- generated -->\ntwo\n<!-- end -->\nc\n";

        GeneratedPart.Replace(page, "three\n", "four\n").ShouldBe(page
            .Replace("one", "three", StringComparison.Ordinal).Replace("two", "four", StringComparison.Ordinal));
        Should.Throw<StudyException>(() => GeneratedPart.Replace(page, "three\n"));
    }
}
