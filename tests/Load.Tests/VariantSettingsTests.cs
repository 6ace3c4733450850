namespace Load.Tests;

public sealed class VariantSettingsTests
{
    [Fact]
    public void ParseLine_ParameterValues_ReadsBaseUrlsAndNumbersRepeatedValues() =>
        Parse("strategy=a,b@http://h:1,a").ShouldBe(
            [("a", "strategy=a", null), ("b", "strategy=b", "http://h:1"), ("a (2)", "strategy=a", null)]);

    [Theory]
    [InlineData("/report?how=concat,/report")]
    [InlineData("?x=1,2")]
    [InlineData("a:b=1,2")]
    [InlineData("a@b=1,2")]
    public void ParseLine_NameWithPartOfUrl_IsRefusedAndNamesTheCure(string text) =>
        Should.Throw<ParseException>(() => VariantSettings.ParseLine(text)).Message.ShouldEndWith(
            ". Try two URLs as arguments for variants with different paths");

    private static (string?, string?, string?)[] Parse(string line) =>
        [.. VariantSettings.ParseLine(line).Select(variant => (variant.Name, variant.Query, variant.Url))];
}
