using System.Xml.Linq;

namespace Experiments.Pictures;

/// <summary>
/// Writes a picture as SVG that follows the reader's light or dark theme. Texts that overlap or leave the picture are
/// refused. Lengths are in units of which a picture is 480 wide: it is shown at 640 pixels, and on a phone at 360.
/// </summary>
internal sealed class SvgPicture(string title, string description)
{
    public const double Width = 480;
    public const double FontSize = 13;
    public const double SmallFontSize = 12;

    /// <summary>How far the baseline of a text is below its centre: half of the height of a letter.</summary>
    public const double HalfLetter = 4.5;
    private const double Margin = 8;
    private const double ShownWidth = 640;
    private const string Fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

    // The parts of a text above and below its baseline, of the font size.
    private const double Ascent = 0.78;
    private const double Descent = 0.24;
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";
    private readonly HashSet<PaletteColour> _colours = [Palette.Page];
    private readonly List<TextBox> _texts = [];
    private XElement _shapes = new(Svg + "g");

    public void AddGroup(string name, Action draw)
    {
        var outer = _shapes;
        _shapes = Create("g", ("id", name));
        draw();
        outer.Add(_shapes);
        _shapes = outer;
    }

    public void AddLine(double x1, double y1, double x2, double y2, PaletteColour colour, double width = 1) =>
        Add("line", null, colour, ("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2), ("stroke-width", width));

    public void AddRectangle(
        double x, double y, double width, double height, PaletteColour fill, double? opacity = null) =>
        Add("rect", fill, null, ("x", x), ("y", y), ("width", width), ("height", height), ("opacity", opacity));

    /// <summary>Adds a disc, or a ring if the inner colour differs from the outer one.</summary>
    public void AddDot(double x, double y, double radius, PaletteColour inner, PaletteColour outer) =>
        Add("circle", inner, outer, ("cx", x), ("cy", y), ("r", radius), ("stroke-width", 1.5));

    public void AddText(
        double x, double y, string text, bool isCentered = false, double size = SmallFontSize, bool isBold = false,
        PaletteColour? colour = null, double maxWidth = Width)
    {
        var width = TextWidth.Estimate(text, size, isBold);
        var left = isCentered ? x - (width / 2) : x;
        var box = new TextBox(text, left, y - (size * Ascent), left + width, y + (size * Descent));
        if (width > maxWidth)
            throw new InvalidOperationException($"'{text}' is {width:0} wide, and {maxWidth:0} are free.");
        if (left < 0 || box.Right > Width || box.Top < 0)
            throw new InvalidOperationException($"'{text}' leaves the picture.");
        if (_texts.FirstOrDefault(box.Overlaps) is { } other)
            throw new InvalidOperationException($"'{text}' overlaps '{other.Text}'.");
        _texts.Add(box);
        Add("text", colour ?? Palette.Text, null, ("x", x), ("y", y), ("font-size", size),
            ("text-anchor", isCentered ? "middle" : null),
            ("font-weight", isBold ? "600" : null)).Add(text);
    }

    /// <summary>Writes the picture, below which no text may be.</summary>
    public string Format(double height)
    {
        if (_texts.FirstOrDefault(text => text.Bottom > height) is { } low)
            throw new InvalidOperationException($"'{low.Text}' leaves the picture.");
        var (left, width, whole) = (FormatNumber(-Margin), Width + (2 * Margin), height + (2 * Margin));
        var picture = Create("svg",
            ("viewBox", $"{left} {left} {FormatNumber(width)} {FormatNumber(whole)}"), ("width", ShownWidth),
            ("height", whole * ShownWidth / width), ("role", "img"), ("aria-labelledby", "title description"),
            ("font-family", Fonts), ("fill", "none"));
        picture.Add(
            new XElement(Svg + "title", new XAttribute("id", "title"), title),
            new XElement(Svg + "desc", new XAttribute("id", "description"), description),
            new XElement(Svg + "style", FormatStyle()),
            Create("rect", ("x", left), ("y", left), ("width", "100%"), ("height", "100%"),
                ("class", $"{Palette.Page.Name}-fill")),
            _shapes.Elements());
        return picture.ToString().ReplaceLineEndings("\n") + "\n";
    }

    // The themes of a page and of the system can differ: the picture has a background of its own.
    private string FormatStyle() =>
        $"\n{FormatRules("    ", colour => colour.Light)}    @media (prefers-color-scheme: dark) {{\n"
            + $"{FormatRules("      ", colour => colour.Dark)}    }}\n  ";

    private string FormatRules(string indent, Func<PaletteColour, string> getHex) =>
        string.Concat(Palette.All.Where(_colours.Contains).Select(colour =>
            $"{indent}.{colour.Name}-fill {{ fill: {getHex(colour)} }} .{colour.Name}-line {{ stroke: {getHex(colour)} }}\n"));

    private XElement Add(
        string name, PaletteColour? fill, PaletteColour? stroke, params (string Name, object? Value)[] attributes)
    {
        string?[] classes = [fill is null ? null : $"{fill.Name}-fill", stroke is null ? null : $"{stroke.Name}-line"];
        _colours.UnionWith(new[] { fill, stroke }.OfType<PaletteColour>());
        var shape = Create(name, [("class", string.Join(' ', classes.OfType<string>())), .. attributes]);
        _shapes.Add(shape);
        return shape;
    }

    private static XElement Create(string name, params (string Name, object? Value)[] attributes) => new(
        Svg + name,
        from attribute in attributes
        where attribute.Value is not null
        select new XAttribute(
            attribute.Name, attribute.Value is double number ? FormatNumber(number) : attribute.Value!));

    private static string FormatNumber(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);

    private sealed record TextBox(string Text, double Left, double Top, double Right, double Bottom)
    {
        public bool Overlaps(TextBox other) =>
            Left < other.Right && other.Left < Right && Top < other.Bottom && other.Top < Bottom;
    }
}
