using System.Xml.Linq;

namespace Studies.Pictures;

/// <summary>The end or the middle of a text that stands at the given place.</summary>
internal enum TextAnchor
{
    Start,
    Middle,
    End,
}

/// <summary>
/// Writes a picture as SVG that follows the reader's light or dark theme. Texts that overlap or leave the picture are
/// refused. Lengths are in units of which a picture is 480 wide: it is shown at 640 pixels, and on a phone at 360.
/// </summary>
internal sealed class SvgPicture
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
    private readonly string _title;
    private readonly string _description;
    private readonly double _height;
    private readonly HashSet<PaletteColour> _colours = [Palette.Page];
    private readonly List<TextBox> _texts = [];
    private XElement _shapes = new(Svg + "g");

    public SvgPicture(string title, string description, double height) =>
        (_title, _description, _height) = (title, description, height);

    public void AddGroup(string name, bool isPale, Action draw)
    {
        var outer = _shapes;
        _shapes = new XElement(Svg + "g", new XAttribute("id", name));
        if (isPale)
            _shapes.Add(new XAttribute("opacity", "0.65"));
        draw();
        outer.Add(_shapes);
        _shapes = outer;
    }

    public void AddLine(double x1, double y1, double x2, double y2, PaletteColour colour, double width = 1) =>
        Add("line", null, colour, ("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2), ("stroke-width", width));

    /// <summary>Adds a line through several points. The dashes are lengths of lines and gaps; null for none.</summary>
    public void AddPolyline(
        IEnumerable<(double X, double Y)> points, PaletteColour colour, double width, string? dashes = null)
    {
        var line = Add("polyline", null, colour, ("stroke-width", width));
        var places = points.Select(point => $"{FormatNumber(point.X)},{FormatNumber(point.Y)}");
        line.Add(new XAttribute("points", string.Join(' ', places)));
        if (dashes is not null)
            line.Add(new XAttribute("stroke-dasharray", dashes));
    }

    public void AddRectangle(double x, double y, double width, double height, PaletteColour fill, double opacity = 1)
    {
        var shape = Add("rect", fill, null, ("x", x), ("y", y), ("width", width), ("height", height));
        if (opacity < 1)
            shape.Add(new XAttribute("opacity", FormatNumber(opacity)));
    }

    public void AddBar(
        double left, double right, double center, double height, PaletteColour fill, double opacity = 1) =>
        AddRectangle(left, center - (height / 2), right - left, height, fill, opacity);

    /// <summary>Adds a disc, or a ring if the inner colour differs from the outer one.</summary>
    public void AddDot(double x, double y, double radius, PaletteColour inner, PaletteColour outer) =>
        Add("circle", inner, outer, ("cx", x), ("cy", y), ("r", radius), ("stroke-width", 1.5));

    public void AddText(
        double x, double y, string text, TextAnchor anchor = TextAnchor.Start, double size = SmallFontSize,
        bool isBold = false, PaletteColour? colour = null, double maxWidth = Width)
    {
        var width = TextWidth.Estimate(text, size, isBold);
        var left = anchor switch { TextAnchor.Start => x, TextAnchor.Middle => x - (width / 2), _ => x - width };
        var box = new TextBox(text, left, y - (size * Ascent), left + width, y + (size * Descent));
        if (width > maxWidth)
            throw new InvalidOperationException($"'{text}' is {width:0} wide, and {maxWidth:0} are free.");
        if (left < 0 || box.Right > Width || box.Top < 0 || box.Bottom > _height)
            throw new InvalidOperationException($"'{text}' leaves the picture.");
        if (_texts.FirstOrDefault(box.Overlaps) is { } other)
            throw new InvalidOperationException($"'{text}' overlaps '{other.Text}'.");
        _texts.Add(box);
        var element = Add("text", colour ?? Palette.Text, null, ("x", x), ("y", y), ("font-size", size));
        if (anchor is not TextAnchor.Start)
            element.Add(new XAttribute("text-anchor", anchor is TextAnchor.Middle ? "middle" : "end"));
        if (isBold)
            element.Add(new XAttribute("font-weight", "600"));
        element.Add(text);
    }

    public string Format()
    {
        const double width = Width + (2 * Margin);
        var height = _height + (2 * Margin);
        var start = FormatNumber(-Margin);
        var picture = new XElement(
            Svg + "svg",
            new XAttribute("viewBox", $"{start} {start} {FormatNumber(width)} {FormatNumber(height)}"),
            new XAttribute("width", FormatNumber(ShownWidth)),
            new XAttribute("height", FormatNumber(height * ShownWidth / width)),
            new XAttribute("role", "img"),
            new XAttribute("aria-labelledby", "title description"),
            new XAttribute("font-family", Fonts),
            new XAttribute("fill", "none"),
            new XElement(Svg + "title", new XAttribute("id", "title"), _title),
            new XElement(Svg + "desc", new XAttribute("id", "description"), _description),
            new XElement(Svg + "style", FormatStyle()),
            new XElement(
                Svg + "rect",
                new XAttribute("x", start),
                new XAttribute("y", start),
                new XAttribute("width", "100%"),
                new XAttribute("height", "100%"),
                new XAttribute("class", $"{Palette.Page.Name}-fill")),
            _shapes.Elements());
        return picture.ToString().ReplaceLineEndings("\n") + "\n";
    }

    // The themes of a page and of the system can differ: the picture has a background of its own.
    private string FormatStyle()
    {
        var style = new StringBuilder("\n");
        foreach (var colour in Palette.All.Where(_colours.Contains))
            style.AppendLine(CultureInfo.InvariantCulture, $"    {FormatRules(colour.Name, colour.Light)}");
        style.AppendLine("    @media (prefers-color-scheme: dark) {");
        foreach (var colour in Palette.All.Where(_colours.Contains))
            style.AppendLine(CultureInfo.InvariantCulture, $"      {FormatRules(colour.Name, colour.Dark)}");
        return style.Append("    }\n  ").ToString();
    }

    private static string FormatRules(string name, string colour) =>
        $".{name}-fill {{ fill: {colour} }} .{name}-line {{ stroke: {colour} }}";

    private XElement Add(
        string name, PaletteColour? fill, PaletteColour? stroke, params (string Name, double Value)[] numbers)
    {
        List<string> classes = [];
        if (fill is not null)
            classes.Add($"{fill.Name}-fill");
        if (stroke is not null)
            classes.Add($"{stroke.Name}-line");
        _colours.UnionWith(new[] { fill, stroke }.OfType<PaletteColour>());
        var shape = new XElement(Svg + name, new XAttribute("class", string.Join(' ', classes)));
        shape.Add(numbers.Select(number => new XAttribute(number.Name, FormatNumber(number.Value))));
        _shapes.Add(shape);
        return shape;
    }

    private static string FormatNumber(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);

    private sealed record TextBox(string Text, double Left, double Top, double Right, double Bottom)
    {
        public bool Overlaps(TextBox other) =>
            Left < other.Right && other.Left < Right && Top < other.Bottom && other.Top < Bottom;
    }
}
