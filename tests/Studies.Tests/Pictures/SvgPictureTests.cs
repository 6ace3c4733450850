using System.Xml.Linq;

namespace Studies.Tests.Pictures;

public sealed partial class SvgPictureTests
{
    private const double Height = 100;

    [Fact]
    public void Texts_WithMarkup_AreEscaped()
    {
        const string text = "a < b & \"c\"</text><script>";
        var picture = new SvgPicture(text, text, Height);
        picture.AddText(0, 20, text);

        var root = XDocument.Parse(picture.Format()).Root!;

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
        var picture = new SvgPicture("", "", Height);
        picture.AddText(0, 20, "one");

        Should.Throw<InvalidOperationException>(() => picture.AddText(x, y, "text")).Message.ShouldBe(message);
    }

    /// <summary>The background has its colour from the pages' style sheet, all else from their palette.</summary>
    [Fact]
    public void Palette_ComparedWithPages_HasTheirColours()
    {
        var hues = PairPattern().Matches(ReadPage("palette.js")).ToDictionary(
            pair => pair.Groups[1].Value, pair => (Light: pair.Groups[2].Value, Dark: pair.Groups[3].Value));

        Palette.All.Except([Palette.Page]).Select(colour => (colour.Light, colour.Dark)).ShouldBeSubsetOf(hues.Values);
        ReadPage("shared.css").ShouldContain($"--page: {Palette.Page.Dark.ToLowerInvariant()};");
        Palette.All.Select(colour => colour.Name).ShouldBeUnique();
    }

    [Theory]
    [InlineData("50 10 52", "50 10 60")]
    [InlineData("90 92 91", "80 100 90")]
    public void Labels_TooClose_AreMovedApart(string places, string expected) =>
        string.Join(' ', Declutter.Spread([.. places.Split(' ').Select(double.Parse)], 10, 0, 100))
            .ShouldBe(expected);

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

    private static string ReadPage(string name) =>
        File.ReadAllText(Path.Combine(Repository.Root, "web", "shared", name));

    [GeneratedRegex(@"([\w-]+)'?: \{ light: '(#[0-9a-fA-F]{6})', dark: '(#[0-9a-fA-F]{6})'")]
    private static partial Regex PairPattern();
}
