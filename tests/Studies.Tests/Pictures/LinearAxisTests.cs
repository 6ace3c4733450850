using Studies.Pictures;

namespace Studies.Tests.Pictures;

public sealed class LinearAxisTests
{
    [Theory]
    [InlineData(39.4, 54.9, "35 40 45 50 55")]
    [InlineData(40, 60, "40 45 50 55 60")]
    [InlineData(0.11, 0.14, "0.11 0.12 0.13 0.14")]
    [InlineData(50, 50, "40 60")]
    public void Ticks_OfValues_AreRoundAndHoldThem(double low, double high, string expected)
    {
        var axis = new LinearAxis([low, high], 0, 100);

        string.Join(' ', axis.Ticks.Select(LogAxis.FormatTick)).ShouldBe(expected);
        axis.Place(axis.Ticks.First()).ShouldBe(0, 1e-9);
        axis.Place(axis.Ticks.Last()).ShouldBe(100, 1e-9);
        axis.Place(low).ShouldBeInRange(-1e-9, 100);
        axis.Place(high).ShouldBeInRange(0, 100 + 1e-9);
    }
}
