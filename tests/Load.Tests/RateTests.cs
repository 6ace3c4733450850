using Load.Units;

namespace Load.Tests;

public sealed class RateTests
{
    [Theory]
    [InlineData("1000/s", 1000)]
    [InlineData("90/m", 1.5)]
    [InlineData("1800/h", 0.5)]
    public void Parse_AnyUnit_ConvertsToPerSecond(string text, double perSecond) =>
        Rate.Parse(text).PerSecond.ShouldBe(perSecond);

    [Theory]
    [InlineData("1000")]
    [InlineData("0/s")]
    [InlineData("/s")]
    [InlineData("2000000/s")]
    [InlineData("1,000/s")]
    public void Parse_InvalidText_NamesTheTextAndWhatIsExpected(string text)
    {
        var message = Should.Throw<FormatException>(() => Rate.Parse(text)).Message;

        message.ShouldStartWith($"\"{text}\" is not valid; expected ");
        message.ShouldContain("/s");
    }
}
