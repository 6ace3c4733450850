using Studies.Studies;

namespace Studies.Tests.Studies;

public sealed class ConnectionLifeTests
{
    [Fact]
    public void Picture_OfSixSeconds_HasABarForEachAndTheShareInTheEnd()
    {
        var result = new ConnectionLifeResult("shared", [0, 0.5, 0.5, 0.5, 0.5, 1]);

        var rows = ConnectionLifeStudy.Draw([result]).ToString().Split('\n').Select(row => row.Trim()).ToArray();

        rows[0].ShouldBe("second  shared");
        rows[1].ShouldBe("1       0 %");
        rows[2].ShouldBe($"2       50 % {new string('█', 6)}");
        rows[6].ShouldBe($"6       100 % {new string('█', 12)}");
        result.FinalShare.ShouldBe(0.6, 0.001);
    }
}
