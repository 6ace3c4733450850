using System.Xml.Linq;
using Studies.Studies.Chattiness;

namespace Studies.Tests.Studies;

public sealed class ChattinessTests
{
    [Fact]
    public void Picture_Drawn_HasALineForEachWayWithItsCallsAndTimes()
    {
        var picture = XDocument.Parse(ChattinessPicture.Format(CreateResults(0, 20, 50))).Root!;

        var texts = picture.Descendants().Where(element => element.Name.LocalName is "text")
            .Select(element => element.Value).ToArray();
        texts.ShouldContain("sequential, 6 calls");
        texts.ShouldContain("one-call, 1 call");
        texts.ShouldContain("300");
        var lines = picture.Descendants().Where(element => element.Name.LocalName is "polyline")
            .Select(line => line.Attribute("points")!.Value).ToArray();
        // From the left end of the axes to the upper right corner, through a point at two fifths of the way.
        lines[0].ShouldBe("44,254 168.8,166 356,34");
        lines[1].ShouldBe("44,254 168.8,224.67 356,180.67");
        lines.Length.ShouldBe(3);
        picture.Descendants().Single(element => element.Name.LocalName is "desc").Value
            .ShouldStartWith("sequential, 6 calls: 0 ms at 0 ms, 120 ms at 20 ms, 300 ms at 50 ms. ");
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(0, 7)]
    [InlineData(3, 1_000)]
    public void Picture_OtherLatencies_HasNoTextsThatOverlap(int first, int last) =>
        ChattinessPicture.Format(CreateResults(first, last)).ShouldContain("</svg>");

    [Fact]
    public void Picture_OneLatencyOrNoResponseTime_CannotBeDrawn()
    {
        ChattinessPicture.CanDraw(CreateResults(0, 5)).ShouldBeTrue();
        ChattinessPicture.CanDraw(CreateResults(5)).ShouldBeFalse();
        ChattinessPicture.CanDraw([.. CreateResults(0, 5).Select(result => result with { P50Ms = null })])
            .ShouldBeFalse();
    }

    [Fact]
    public void Table_WithoutRatio_OnlyFirstWayIsOne()
    {
        var cells = CreateResults(5)[0].ToCells();

        cells.Count.ShouldBe(ChattinessResult.Headings.Count);
        cells.Take(4).ShouldBe(["5 ms", "sequential", "6", "30.0"]);
        cells[6].ShouldBe("1");
        CreateResults(5)[1].ToCells()[6].ShouldBe("–");
    }

    private static ChattinessResult[] CreateResults(params IReadOnlyList<int> latencies) =>
    [
        .. from latency in latencies
           from way in ((string Name, int Calls, int Waits)[])
               [("sequential", 6, 6), ("parallel", 6, 2), ("one-call", 1, 1)]
           select new ChattinessResult(
               latency, way.Name, way.Calls, way.Waits * latency, null, 1, null, null, null,
               null),
    ];
}
