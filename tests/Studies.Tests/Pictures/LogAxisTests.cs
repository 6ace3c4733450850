using Studies.Pictures;

namespace Studies.Tests.Pictures;

public sealed class LogAxisTests
{
    [Theory]
    [InlineData(0.0531, 415, 0.05, 500)]
    [InlineData(2, 5, 2, 5)]
    [InlineData(1, 3000, 1, 5000)]
    [InlineData(1, 1, 0.1, 10)]
    [InlineData(0.001, 99, 0.001, 100)]
    public void Ends_OfValues_AreTheNextRoundNumbers(double least, double most, double low, double high)
    {
        var axis = new LogAxis([most, least], 0, 100);

        axis.Low.ShouldBe(low, 1e-9);
        axis.High.ShouldBe(high, 1e-9);
    }

    [Fact]
    public void Place_OfFactors_IsEquallyFarApart()
    {
        var axis = new LogAxis([1, 100], 10, 50);

        axis.Place(1).ShouldBe(10, 1e-9);
        axis.Place(10).ShouldBe(30, 1e-9);
        axis.Place(100).ShouldBe(50, 1e-9);
    }

    [Fact]
    public void Place_OnAxisThatGoesUp_BecomesSmaller()
    {
        var axis = new LogAxis([1, 100], 50, 10);

        axis.Place(1).ShouldBe(50, 1e-9);
        axis.Place(100).ShouldBe(10, 1e-9);
    }

    [Theory]
    [InlineData(20, "1 2 5 10 20 50 100")]
    [InlineData(50, "1 10 100")]
    [InlineData(90, "1 100")]
    public void Ticks_WithDistance_AreAsManyAsFit(double minDistance, string ticks)
    {
        var axis = new LogAxis([1, 100], 0, 160);

        string.Join(' ', axis.GetTicks(_ => minDistance)).ShouldBe(ticks);
    }

    [Fact]
    public void Ticks_OfAnyRange_AreNeverCloserThanAsked()
    {
        const double minDistance = 40;
        foreach (var high in Enumerable.Range(1, 18).Select(power => 3 * Math.Pow(10, power)))
        {
            var axis = new LogAxis([0.02, high], 0, 190);
            double[] places = [.. axis.GetTicks(_ => minDistance).Select(axis.Place)];

            places.Zip(places.Skip(1)).ShouldAllBe(pair => pair.Second - pair.First >= minDistance);
            places.ShouldNotBeEmpty();
        }
    }

    [Theory]
    [InlineData(0.05, "0.05")]
    [InlineData(1, "1")]
    [InlineData(20_000, "20 000")]
    public void Label_OfTick_HasItsDigits(double tick, string label) => LogAxis.FormatTick(tick).ShouldBe(label);

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void Value_NotAboveZero_IsRefused(double value) =>
        Should.Throw<ArgumentException>(() => new LogAxis([1, value], 0, 100));
}
