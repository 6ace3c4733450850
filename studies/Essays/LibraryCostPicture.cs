namespace Studies.Essays;

/// <summary>Draws a call as a stack of its layers, and below it what each layer adds, with its interval.</summary>
internal static class LibraryCostPicture
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
        var layers = CallLayer.ReadAll(results.ReadText("layers"));
        var stack = CallLayer.GetStack(layers);
        var added = layers.Where(layer => layer.Added is not null).ToArray();
        var bottom = Top + (added.Length * RowHeight) + 4;
        var picture = new SvgPicture(
            "Where the microseconds of a call go",
            "Above, a call as a stack: the time over a bare socket, and what each layer adds to it. Below, a bar for "
                + "each layer with the time that it adds, and the 95 % interval of it.",
            bottom + 42);
        AddStack(picture, stack);
        var axis = new LayerAxis(added.Select(layer => layer.Added!), Left, Right);
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

    private static void AddStack(SvgPicture picture, CallLayer[] stack)
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

    private static void AddRow(SvgPicture picture, CallLayer layer, bool isInStack, LayerAxis axis, double center)
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

    private static string FormatMean(double value) => value.ToString("0.0", CultureInfo.InvariantCulture);

    private static string FormatTick(double tick) =>
        (tick < 0 ? "−" : "") + Math.Abs(tick).ToString("0.##", CultureInfo.InvariantCulture);
}
