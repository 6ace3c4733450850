using System.Text.RegularExpressions;
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

    private static string ReadPage(string name) =>
        File.ReadAllText(Path.Combine(Repository.Root, "web", "shared", name));

    [GeneratedRegex(@"([\w-]+)'?: \{ light: '(#[0-9a-fA-F]{6})', dark: '(#[0-9a-fA-F]{6})'")]
    private static partial Regex PairPattern();
}
