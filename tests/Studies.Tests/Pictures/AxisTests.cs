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
    [InlineData(54.9, "0 20 40 60")]
    [InlineData(0.14, "0 0.05 0.1 0.15")]
    [InlineData(50, "0 20 40 60")]
    public void Ticks_OfLinearAxis_AreRoundAndHoldTheValues(double most, string expected)
    {
        var axis = new LinearAxis(most, 0, 100);

        string.Join(' ', axis.Ticks.Select(LogAxis.FormatTick)).ShouldBe(expected);
        axis.Place(axis.Ticks.First()).ShouldBe(0, 1e-9);
        axis.Place(axis.Ticks.Last()).ShouldBe(100, 1e-9);
        axis.Place(most).ShouldBeInRange(0, 100 + 1e-9);
    }
}
