namespace Studies.Tests.Pictures;

public sealed class AxisTests
{
    [Theory]
    [InlineData(0.0531, 415, 0.05, 500)]
    [InlineData(1, 1, 0.1, 10)]
    public void EndsOfLogAxis_AreTheNextRoundNumbers(double least, double most, double low, double high)
    {
        var axis = new LogAxis([most, least], 0, 100);

        (axis.Low, axis.High).ShouldBe((low, high));
        Should.Throw<ArgumentException>(() => new LogAxis([least, 0], 0, 100));
    }

    [Theory]
    [InlineData(20, "1 2 5 10 20 50 100")]
    [InlineData(50, "1 10 100")]
    public void TicksOfLogAxis_WithDistance_AreAsManyAsFit(double minDistance, string ticks) =>
        string.Join(' ', new LogAxis([1, 100], 0, 160).GetTicks(_ => minDistance)).ShouldBe(ticks);

    [Theory]
    [InlineData(39.4, 54.9, "35 40 45 50 55")]
    [InlineData(0.11, 0.14, "0.11 0.12 0.13 0.14")]
    [InlineData(50, 50, "40 60")]
    public void Ticks_OfLinearAxis_AreRoundAndHoldTheValues(double low, double high, string expected)
    {
        var axis = new LinearAxis([low, high], 0, 100);

        string.Join(' ', axis.Ticks.Select(LogAxis.FormatTick)).ShouldBe(expected);
        axis.Place(axis.Ticks.First()).ShouldBe(0, 1e-9);
        axis.Place(axis.Ticks.Last()).ShouldBe(100, 1e-9);
        axis.Place(low).ShouldBeInRange(-1e-9, 100);
        axis.Place(high).ShouldBeInRange(0, 100 + 1e-9);
    }
}
