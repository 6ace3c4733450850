namespace Load.Tests;

public sealed class VariationSetTests
{
    [Fact]
    public void Parse_ParameterValues_ReadsBaseUrlsAndNumbersRepeatedValues()
    {
        var set = VariationSet.Parse("strategy=a,b@http://h:1,a");

        set.Variations.ShouldBe(
            [new("a", "strategy=a"), new("b", "strategy=b", "http://h:1"), new("a (2)", "strategy=a")]);
    }

    [Fact]
    public void Parse_BaseUrlsOnly_SetsNoParameter()
    {
        var set = VariationSet.Parse("old@http://h:1/?x=1,new@http://h:2");

        set.Variations.ShouldBe([new("old", null, "http://h:1/?x=1"), new("new", null, "http://h:2")]);
        set.Variations[1].ApplyTo("http://x/a?b=c").ShouldBe("http://h:2/a?b=c");
    }

    [Theory]
    [InlineData("/report?how=concat,/report")]
    [InlineData("?x=1,2")]
    [InlineData("a:b=1,2")]
    [InlineData("a@b=1,2")]
    public void Parse_NameWithPartOfUrl_IsRefusedAndNamesTheCure(string text) =>
        Should.Throw<ParseException>(() => VariationSet.Parse(text)).Suggestion.ShouldBe(
            "two URLs as arguments for variants with different paths");

    [Fact]
    public void Parse_OneValue_ReportsWhatIsExpected() =>
        Should.Throw<FormatException>(() => VariationSet.Parse("strategy=a")).Message.ShouldContain("strategy=a,b,c");
}
