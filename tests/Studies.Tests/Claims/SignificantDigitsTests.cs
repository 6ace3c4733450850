using Studies.Claims.Criteria;

namespace Studies.Tests.Claims;

public sealed class SignificantDigitsTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(0.0567, "0.0567")]
    [InlineData(0.5, "0.500")]
    [InlineData(12.34, "12.3")]
    [InlineData(5717.4, "5 717")]
    [InlineData(1234567, "1 234 567")]
    public void Number_Formatted_HasThreeSignificantDigits(double value, string text) =>
        SignificantDigits.Format(value).ShouldBe(text);
}
