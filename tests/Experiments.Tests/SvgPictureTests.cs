using System.Xml.Linq;
using Experiments.Pictures;

namespace Experiments.Tests;

public sealed class SvgPictureTests
{
    private const double Height = 100;

    [Fact]
    public void Texts_WithMarkup_AreEscaped()
    {
        const string text = "a < b & \"c\"</text><script>";
        var picture = new SvgPicture(text, text);
        picture.AddText(0, 20, text);

        var root = XDocument.Parse(picture.Format(Height)).Root!;

        root.Descendants().Count(element => element.Value == text).ShouldBe(3);
        root.Descendants().ShouldNotContain(element => element.Name.LocalName == "script");
    }

    [Theory]
    [InlineData(0, 30, "'text' overlaps 'one'.")]
    [InlineData(-1, 20, "'text' leaves the picture.")]
    [InlineData(SvgPicture.Width, 20, "'text' leaves the picture.")]
    [InlineData(0, Height, "'text' leaves the picture.")]
    public void Text_OverAnotherOrOutside_IsRefused(double x, double y, string message)
    {
        var picture = new SvgPicture("", "");
        picture.AddText(0, 20, "one");

        Should.Throw<InvalidOperationException>(() =>
        {
            picture.AddText(x, y, "text");
            picture.Format(Height);
        }).Message.ShouldBe(message);
    }

    [Fact]
    public void TicksOfLogAxis_ArePowersOfTen() =>
        string.Join(' ', new LogAxis([0.1, 100], 0, 160).GetTicks().Select(LogAxis.FormatTick)).ShouldBe("0.1 1 10 100");
}
