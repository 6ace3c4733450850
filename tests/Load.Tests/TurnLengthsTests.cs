namespace Load.Tests;

public sealed class TurnLengthsTests
{
    [Theory]
    [InlineData(new[] { 0.1, 1 }, new[] { 20.0, 20 }, "0.02 s")]
    [InlineData(new[] { 0.5, 18 }, new[] { 20.0, 180 }, "0.02 s to 0.18 s")]
    [InlineData(new[] { 3.0, 700 }, new[] { 30.0, 1000 }, "0.03 s to 1 s")]
    public void Create_ResponseTimes_HasTenResponsesBetween20MsAndASecond(double[] ms, double[] lengths, string text)
    {
        var turns = Create(ms);

        turns.Lengths.Select(length => length.TotalMilliseconds).ShouldBe(lengths);
        turns.Describe().ShouldBe(text);
    }

    [Theory]
    [InlineData(1.0, 1.0, 1.0)]
    [InlineData(0.5, 3.9, 18.0)]
    [InlineData(5.0, 9.9, 700.0)]
    public void TakesPart_ManyRounds_NoneGetsTwiceTheTimeOfAnother(params double[] ms)
    {
        var turns = Create(ms);

        double[] times =
        [
            .. turns.Lengths.Select((length, variant) => Enumerable.Range(1, 1000 * turns.Period)
                .Count(round => turns.TakesPart(variant, round)) * length.TotalSeconds),
        ];

        (times.Max() / times.Min()).ShouldBeLessThan(2);
        Enumerable.Range(0, ms.Length).ShouldAllBe(variant => turns.TakesPart(variant, 1));
        Enumerable.Range(2, turns.Period - 1).Count(round => turns.TakesPart(ms.Length - 1, round)).ShouldBe(0);
    }

    private static TurnLengths Create(double[] ms) => TurnLengths.Create(ms.Select(TimeSpan.FromMilliseconds));
}
