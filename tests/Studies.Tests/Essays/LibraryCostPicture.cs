using System.Globalization;
using System.Text.RegularExpressions;
using Studies.Pictures;

namespace Studies.Tests.Essays;

/// <summary>
/// Draws a call as a stack of its layers, and below it what each layer adds, with its interval.
/// </summary>
internal static partial class LibraryCostPicture
{
    private const double Left = 160;
    private const double Right = 340;
    private const double StackTop = 24;
    private const double StackHeight = 20;
    private const double Top = 96;
    private const double RowHeight = 20;
    private const double BarHeight = 9;
    private const double WhiskerHeight = 5;
    private const double LabelDistance = 4;

    private static readonly Dictionary<string, string> Titles = new()
    {
        ["handlers"] = "three own handlers",
        ["logging"] = "its logging",
        ["standard"] = "retries and a breaker",
        ["hedging"] = "hedging instead of them",
    };

    public static string Format(EssayResults results)
    {
        var layers = Read(results.ReadText("layers"));
        var stack = GetStack(layers);
        var added = layers.Where(layer => layer.Added is not null).ToArray();
        var bottom = Top + (added.Length * RowHeight) + 4;
        var picture = new SvgPicture(
            "Where the microseconds of a call go",
            "Above, a call as a stack: the time over a bare socket, and what each layer adds to it. Below, a bar for "
                + "each layer with the time that it adds, and the 95 % interval of it.",
            bottom + 42);
        AddStack(picture, stack);
        var axis = new Axis(added.Select(layer => layer.Added!));
        foreach (var tick in axis.GetTicks())
        {
            var x = axis.Place(tick);
            picture.AddLine(x, Top, x, bottom, tick == 0 ? Palette.Quiet : Palette.Grid);
            picture.AddText(x, bottom + 16, FormatTick(tick), TextAnchor.Middle);
        }

        picture.AddText(
            (Left + Right) / 2, bottom + 34, "microseconds added to a call [95 % interval]", TextAnchor.Middle);
        var center = Top + (RowHeight / 2);
        foreach (var layer in added)
        {
            AddRow(picture, layer, stack.Contains(layer), axis, center);
            center += RowHeight;
        }

        return picture.Format();
    }

    private static void AddStack(SvgPicture picture, Layer[] stack)
    {
        var (first, whole) = (stack[0].Call.Mean, stack[^1].Call.Mean);
        picture.AddText(
            0, StackTop - 8, $"A call with all layers: {FormatMean(whole)} microseconds", isBold: true,
            colour: Palette.Ink);
        var center = StackTop + (StackHeight / 2);
        picture.AddBar(0, Place(first), center, StackHeight, Palette.Rule);
        var isDark = true;
        for (var i = 1; i < stack.Length; i++)
        {
            // A layer that made the call faster, by chance, has no place in the stack.
            var (low, high) = (Place(stack[i - 1].Call.Mean), Place(stack[i].Call.Mean));
            if (high <= low)
                continue;
            picture.AddBar(low, high, center, StackHeight, isDark ? Palette.Ink : Palette.Quiet);
            isDark = !isDark;
        }

        var baseline = StackTop + StackHeight + 16;
        picture.AddText(0, baseline, $"bare socket: {FormatMean(first)}");
        picture.AddText(
            SvgPicture.Width, baseline, $"the layers: {FormatMean(whole - first)}", TextAnchor.End);

        double Place(double microseconds) => SvgPicture.Width * microseconds / stack.Max(layer => layer.Call.Mean);
    }

    private static void AddRow(SvgPicture picture, Layer layer, bool isInStack, Axis axis, double center)
    {
        var added = layer.Added!;
        var baseline = center + SvgPicture.HalfLetter;
        picture.AddText(
            0, baseline, Titles.GetValueOrDefault(layer.Name, layer.Name), maxWidth: Left - LabelDistance,
            colour: isInStack ? Palette.Ink : Palette.Text);
        var (zero, mean) = (axis.Place(0), axis.Place(added.Mean));
        picture.AddBar(
            Math.Min(zero, mean), Math.Max(zero, mean), center, BarHeight, isInStack ? Palette.Quiet : Palette.Rule);
        var (low, high) = (axis.Place(added.Low), axis.Place(added.High));
        picture.AddLine(low, center, high, center, Palette.Ink);
        foreach (var end in new[] { low, high })
            picture.AddLine(end, center - (WhiskerHeight / 2), end, center + (WhiskerHeight / 2), Palette.Ink);
        picture.AddText(SvgPicture.Width, baseline, added.Text, TextAnchor.End);
    }

    /// <summary>Returns the last layer and all below it, from the bottom to the top.</summary>
    private static Layer[] GetStack(Layer[] layers)
    {
        var stack = new List<Layer> { layers[^1] };
        while (layers.SingleOrDefault(layer => layer.Name == stack[0].Base) is { } below)
            stack.Insert(0, below);
        return [.. stack];
    }

    private static Layer[] Read(string text) =>
    [
        .. RowPattern().Matches(text).Select(row => new Layer(
            row.Groups["layer"].Value, row.Groups["base"].Value, Quantity.Parse(row.Groups["call"].Value)!,
            Quantity.Parse(row.Groups["added"].Value))),
    ];

    private static string FormatMean(double value) => value.ToString("0.0", CultureInfo.InvariantCulture);

    private static string FormatTick(double tick) =>
        (tick < 0 ? "−" : "") + Math.Abs(tick).ToString("0.##", CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"^\| (?<layer>\w+) \| (?<base>\w*) \| (?<call>[^|]+) \| (?<added>[^|]*) \| \d+ \| -?\d* \|$",
        RegexOptions.Multiline)]
    private static partial Regex RowPattern();

    [GeneratedRegex(@"-?\d+\.\d+")]
    private static partial Regex NumberPattern();

    /// <summary>A layer of a call, as the table has it.</summary>
    /// <param name="Name">The name of the layer.</param>
    /// <param name="Base">The name of the layer that it is added to; empty for the first one.</param>
    /// <param name="Call">The time of a call with this layer and those below it, in microseconds.</param>
    /// <param name="Added">The time that the layer adds, in microseconds; null for the first one.</param>
    private sealed record Layer(string Name, string Base, Quantity Call, Quantity? Added);

    /// <param name="Mean">The mean of the rounds.</param>
    /// <param name="Low">The lower end of the interval.</param>
    /// <param name="High">The upper end of the interval.</param>
    /// <param name="Text">The numbers, as the table has them.</param>
    private sealed record Quantity(double Mean, double Low, double High, string Text)
    {
        public static Quantity? Parse(string cell)
        {
            double[] numbers =
            [
                .. NumberPattern().Matches(cell).Select(
                    number => double.Parse(number.ValueSpan, CultureInfo.InvariantCulture)),
            ];
            return numbers is [var mean, var low, var high] ? new(mean, low, high, cell.Replace('-', '−')) : null;
        }
    }

    /// <summary>A linear axis that has zero and all intervals.</summary>
    private sealed class Axis
    {
        private const int MaxTicks = 6;

        private static readonly double[] Digits = [1, 2, 5, 10];

        private readonly double _low;
        private readonly double _high;
        private readonly double _step;

        public Axis(IEnumerable<Quantity> quantities)
        {
            var (low, high) = (0.0, 0.0);
            foreach (var quantity in quantities)
                (low, high) = (Math.Min(low, quantity.Low), Math.Max(high, quantity.High));
            var decade = Math.Pow(10, Math.Floor(Math.Log10((high - low) / MaxTicks)));
            _step = Digits.Select(digit => digit * decade)
                .First(step => Math.Ceiling(high / step) - Math.Floor(low / step) <= MaxTicks);
            (_low, _high) = (Math.Floor(low / _step) * _step, Math.Ceiling(high / _step) * _step);
        }

        public double Place(double value) => Left + ((Right - Left) * (value - _low) / (_high - _low));

        public IEnumerable<double> GetTicks() =>
            Enumerable.Range((int)Math.Round(_low / _step), (int)Math.Round((_high - _low) / _step) + 1)
                .Select(tick => tick * _step);
    }
}
