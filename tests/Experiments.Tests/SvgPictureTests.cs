using System.Xml.Linq;
using Experiments.Pictures;

namespace Experiments.Tests;

public sealed partial class SvgPictureTests
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
    [InlineData(0.0531, 415, 0.05, 500)]
    [InlineData(1, 1, 0.1, 10)]
    [InlineData(2, 5, 1, 5)]
    public void EndsOfLogAxis_AreTheNextRoundNumbers(double least, double most, double low, double high)
    {
        var axis = new LogAxis([most, least], 0, 100);

        (axis.Low, axis.High).ShouldBe((low, high));
    }

    [Theory]
    [InlineData(160, "0.1 1 10 100")]
    [InlineData(60, "1 100")]
    public void TicksOfLogAxis_OnItsLength_AreAsManyAsFit(double length, string ticks) =>
        string.Join(' ', new LogAxis([0.1, 100], 0, length).GetTicks().Select(LogAxis.FormatTick)).ShouldBe(ticks);

    private static string ReadPage(string name) =>
        File.ReadAllText(Path.Combine(Repository.Root, "web", "shared", name));

    [GeneratedRegex(@"([\w-]+)'?: \{ light: '(#[0-9a-fA-F]{6})', dark: '(#[0-9a-fA-F]{6})'")]
    private static partial Regex PairPattern();
}
