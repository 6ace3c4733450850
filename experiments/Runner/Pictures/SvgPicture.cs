using System.Security;
using System.Text;

namespace Experiments.Pictures;

/// <summary>The colours of pictures, as in web/shared/palette.js: its hues are for strategies.</summary>
internal enum Colour
{
    Page,
    Ink,
    Text,
    Quiet,
    Rule,
    Grid,
}

/// <summary>
/// Writes a picture as SVG that follows the reader's light or dark theme. Lengths are in units of which a picture is 480
/// wide: it is shown at 640 pixels, and on a phone at 360. Nothing moves texts that overlap: look at the picture.
/// </summary>
internal sealed class SvgPicture(string title, string description)
{
    private readonly StringBuilder _shapes = new();

    public void AddRectangle(double x, double y, double width, double height, Colour colour, double opacity = 1) => Add(
        $"""<rect class="{colour}" x="{x:0.##}" y="{y:0.##}" width="{width:0.##}" height="{height:0.##}" opacity="{opacity}" />""");

    public void AddDot(double x, double y, double radius, Colour colour) =>
        Add($"""<circle class="{colour}" cx="{x:0.##}" cy="{y:0.##}" r="{radius}" />""");

    /// <summary>Adds a text, at whose place its middle is, from top to bottom.</summary>
    public void AddText(
        double x, double y, string text, Colour colour = Colour.Text, double size = 12, string anchor = "start",
        int weight = 400) => Add(
        $"""
        <text class="{colour}" x="{x:0.##}" y="{y:0.##}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}">{SecurityElement.Escape(text)}</text>
        """);

    // The themes of a page and of the system can differ: the picture has a background of its own.
    public string Format(double height) => string.Create(CultureInfo.InvariantCulture, $$"""
        <svg viewBox="-8 -8 496 {{height + 16}}" width="640" height="{{(height + 16) * 640 / 496:0.##}}" role="img"
          aria-labelledby="title description"
          font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
          xmlns="http://www.w3.org/2000/svg">
          <title id="title">{{SecurityElement.Escape(title)}}</title>
          <desc id="description">{{SecurityElement.Escape(description)}}</desc>
          <style>
            text { dominant-baseline: central }
            .Page { fill: #FFFFFF } .Ink { fill: #111111 } .Text { fill: #4a525e }
            .Quiet { fill: #6b7480 } .Rule { fill: #b4bcc7 } .Grid { fill: #e4e8ee }
            @media (prefers-color-scheme: dark) {
              .Page { fill: #0F1216 } .Ink { fill: #FFFFFF } .Text { fill: #c3cbd6 }
              .Quiet { fill: #a9b3c0 } .Rule { fill: #59626e } .Grid { fill: #2b323c }
            }
          </style>
          <rect class="Page" x="-8" y="-8" width="100%" height="100%" />
        {{_shapes}}</svg>

        """).ReplaceLineEndings("\n");

    private void Add(FormattableString shape) =>
        _shapes.Append("  ").AppendLine(shape.ToString(CultureInfo.InvariantCulture));
}
