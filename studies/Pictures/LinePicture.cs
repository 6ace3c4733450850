namespace Studies.Pictures;

/// <summary>A line of a picture: what its end and its description say, and its points from left to right.</summary>
internal sealed record PictureLine(string Name, string Description, IReadOnlyList<(double At, double Value)> Points);

/// <summary>Draws up to four lines on linear axes from zero, with the name of each line at its end.</summary>
internal sealed record LinePicture(string Title, string ValueName, string PlaceName)
{
    private const double Left = 44;
    private const double Right = 356;
    private const double Top = 34;
    private const double Bottom = 254;
    private const double LabelGap = 17;
    private const int Ticks = 5;
    private static readonly string?[] Dashes = [null, "8 4", "2 3", "8 3 2 3"];

    /// <summary>Creates a line that is described by all of its points.</summary>
    public static PictureLine CreateLine(
        string name, string unit, string unitOfPlace, IEnumerable<(double At, double Value)> points)
    {
        (double At, double Value)[] all = [.. points];
        return new(name, $"{name}: " + string.Join(", ", all.Select(point =>
            $"{FormatTick(point.Value)} {unit} at {FormatTick(point.At)} {unitOfPlace}")) + ".", all);
    }

    private static string FormatTick(double tick) => tick.ToString("0.##", CultureInfo.InvariantCulture);

    public string Format(IReadOnlyList<PictureLine> lines)
    {
        var points = lines.SelectMany(line => line.Points).ToArray();
        var most = points.Max(point => point.At);
        var step = LinearAxis.GetStep(most / Ticks);
        var values = new LinearAxis(points.Max(point => point.Value), Bottom, Top);
        var picture = new SvgPicture(Title, string.Join(' ', lines.Select(line => line.Description)), Bottom + 44);
        picture.AddText(0, 16, ValueName);
        foreach (var value in values.Ticks)
        {
            var place = values.Place(value);
            picture.AddLine(Left, place, Right, place, value is 0 ? Palette.Rule : Palette.Grid);
            picture.AddText(Left - 6, place + SvgPicture.HalfLetter, FormatTick(value), TextAnchor.End);
        }

        for (var at = 0.0; at <= most + (step / 100); at += step)
            picture.AddText(Place(at), Bottom + 18, FormatTick(at), TextAnchor.Middle);
        picture.AddText((Left + Right) / 2, Bottom + 38, PlaceName, TextAnchor.Middle);
        var labels = Declutter.Spread(
            [.. lines.Select(line => values.Place(line.Points[^1].Value))], LabelGap, Top, Bottom);
        foreach (var (i, line) in lines.Index())
        {
            var places = line.Points.Select(point => (Place(point.At), values.Place(point.Value)));
            picture.AddPolyline(places, Palette.Ink, 1.5, Dashes[i]);
            picture.AddText(Right + 8, labels[i] + SvgPicture.HalfLetter, line.Name, colour: Palette.Ink);
        }

        return picture.Format();

        double Place(double at) => Left + ((Right - Left) * at / most);
    }
}

/// <summary>A linear axis from zero. Its ticks are multiples of 1, 2 or 5 times a power of ten.</summary>
internal sealed class LinearAxis(double most, double start, double end)
{
    private const int Parts = 4;
    private const double Tolerance = 1e-9;
    private static readonly double[] Steps = [1, 2, 5, 10];
    private readonly double _step = GetStep(most / Parts);

    /// <summary>The values of the ticks, of which the last one is at the end of the axis.</summary>
    public IEnumerable<double> Ticks => Enumerable.Range(0, Count + 1).Select(i => i * _step);

    private int Count => (int)Math.Ceiling((most / _step) - Tolerance);

    /// <summary>Returns the smallest distance of ticks of at least a length: 1, 2 or 5 times a power of ten.</summary>
    public static double GetStep(double least)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(least)));
        return Steps.Select(step => step * power).First(step => step >= least * (1 - Tolerance));
    }

    public double Place(double value) => start + ((end - start) * value / (Count * _step));
}

internal static class Declutter
{
    /// <summary>
    /// Moves places apart until each is at least a gap away from the next one. The order of the places stays, and none
    /// moves beyond the ends.
    /// </summary>
    public static double[] Spread(IReadOnlyList<double> places, double gap, double low, double high)
    {
        if ((places.Count - 1) * gap > high - low)
            throw new ArgumentException($"{places.Count} labels do not fit between {low} and {high}.", nameof(places));
        var result = places.ToArray();
        int[] order = [.. Enumerable.Range(0, result.Length).OrderBy(i => places[i])];
        var least = low;
        foreach (var i in order)
        {
            result[i] = Math.Max(result[i], least);
            least = result[i] + gap;
        }

        var most = high;
        foreach (var i in order.Reverse())
        {
            result[i] = Math.Min(result[i], most);
            most = result[i] - gap;
        }

        return result;
    }
}
