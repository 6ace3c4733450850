using Studies.Studies;

namespace Studies.Tests.Studies;

public sealed class ConnectionLifeTests
{
    [Fact]
    public void Table_OfTwelveSeconds_HasABarForEachAndTheMeanOfTheLastTen()
    {
        var result = new ConnectionLifeResult("shared", [0, 0.5, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);

        var rows = ConnectionLifeStudy.Draw([result]).ToString().Split('\n').Select(row => row.Trim()).ToArray();

        rows[0].ShouldBe("second   shared");
        rows[1].ShouldBe("1        0 %");
        rows[2].ShouldBe($"2        50 % {new string('█', 6)}");
        rows[12].ShouldBe($"12       100 % {new string('█', 12)}");
        rows[13].ShouldBe($"last 10  50 % {new string('█', 6)}");
    }
}
