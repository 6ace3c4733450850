using System.Globalization;
using System.Xml.Linq;

namespace Studies.Tests.Essays;

/// <summary>
/// The picture of what a library costs is drawn from the table that the benchmark CallLayers writes. The figures here
/// are made up.
/// </summary>
public sealed class LibraryCostPictureTests
{
    private const string Table = """
        | layer | added to | call [95 %] | added [95 %] | allocated bytes | added bytes |
        | --- | --- | --: | --: | --: | --: |
        | socket |  | 60.00 [59.00, 61.00] |  | 1000 |  |
        | HttpClient | socket | 75.00 [74.00, 76.00] | 15.00 [14.00, 16.00] | 3000 | 2000 |
        | standard | HttpClient | 80.00 [79.00, 81.00] | 5.00 [4.00, 6.00] | 4000 | 1000 |
        | hedging | HttpClient | 84.00 [83.00, 85.00] | 9.00 [8.00, 10.00] | 4100 | 1100 |
        | tracing | standard | 79.00 [78.00, 80.00] | -1.00 [-2.00, 0.50] | 4500 | -500 |
        """;

    [Fact]
    public void Picture_OfTable_HasLayersWithValuesAndIntervals()
    {
        var picture = Draw(Table);

        Texts(picture).ShouldContain("A call with all layers: 79.0 microseconds");
        Texts(picture).ShouldContain("bare socket: 60.0");
        Texts(picture).ShouldContain("the layers: 19.0");
        Texts(picture).Where(text => text.Contains('[', StringComparison.Ordinal) && char.IsDigit(text[^2])).ShouldBe(
        [
            "15.00 [14.00, 16.00]", "5.00 [4.00, 6.00]", "9.00 [8.00, 10.00]", "−1.00 [−2.00, 0.50]",
        ]);
        Texts(picture).ShouldContain("hedging instead of them");
        Texts(picture).ShouldContain("−5");
    }

    /// <summary>
    /// Tests the lengths of the bars. The stack is 480 wide for the longest call of its layers, 80 microseconds; the
    /// axis of the layers is 180 wide, from -5 to 20 microseconds.
    /// </summary>
    [Fact]
    public void Picture_OfTable_HasBarsInProportion()
    {
        var bars = Draw(Table).Descendants().Where(shape => shape.Name.LocalName is "rect").Skip(1)
            .Select(bar => Number(bar, "width")).ToArray();

        // The layer that made the call faster has no bar in the stack, and hedging is not in the stack.
        bars.ShouldBe([360, 90, 30, 108, 36, 64.8, 7.2]);
    }

    [Theory]
    [InlineData("15.00 [14.00, 16.00]", "15.10 [14.00, 16.00]")]
    [InlineData("15.00 [14.00, 16.00]", "15.00 [13.00, 16.00]")]
    [InlineData("60.00 [59.00", "61.00 [59.00")]
    public void Picture_OfChangedTable_IsAnother(string text, string change)
    {
        Table.ShouldContain(text);

        Draw(Table.Replace(text, change, StringComparison.Ordinal)).ToString().ShouldNotBe(Draw(Table).ToString());
    }

    private static XElement Draw(string table)
    {
        const string essay = "[Measured](layers.md).\n\n<!-- figures\nlayers: layers.md\n-->\n";
        return XElement.Parse(LibraryCostPicture.Format(new EssayResults(essay, _ => table)));
    }

    private static string[] Texts(XElement picture) =>
        [.. picture.Descendants().Where(shape => shape.Name.LocalName is "text").Select(shape => shape.Value)];

    private static double Number(XElement shape, string name) =>
        double.Parse(shape.Attribute(name)!.Value, CultureInfo.InvariantCulture);
}
