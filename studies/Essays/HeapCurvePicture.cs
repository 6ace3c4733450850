namespace Studies.Essays;

/// <summary>
/// Draws the CPU time of a payload over the memory of the front-end: a dot for each process start, and for each runtime
/// a line through the medians of its settings.
/// </summary>
internal static class HeapCurvePicture
{
    private const double Left = 44;
    private const double Right = 330;
    private const double Top = 30;
    private const double Bottom = 270;
    private const double LabelLeft = 350;
    private const double LineHeight = 16;
    private const double DotRadius = 3;
    private const double MicrosecondsPerMillisecond = 1000;

    // The first runtime has filled dots, the second one rings, and a third one rings and a dashed line.
    private static readonly (PaletteColour Inner, string? Dashes)[] Styles =
        [(Palette.Ink, null), (Palette.Page, null), (Palette.Page, "5 4")];

    public static string Format(EssayResults results)
    {
        Point[] measured =
            [.. results.ReadResults<Point>("heap-curve").Where(point => point.CpuMs is > 0)];
        var memory = new LogAxis(measured.Select(point => point.MemoryMb), Left, Right);
        var time = new LinearAxis(measured.Select(GetMicroseconds), Bottom, Top);
        var picture = new SvgPicture(
            "CPU time of the front-end for a payload, over its memory",
            "For each setting of the heap, one dot for each process start. Lower is less CPU, and further to the left "
                + "is less memory. The axis of CPU time does not begin at zero. "
                + string.Join(' ', Group(measured).Select(Describe)),
            Bottom + (2.75 * LineHeight));
        AddAxes(picture, memory, time);
        foreach (var (i, runtime) in measured.GroupBy(point => point.Runtime).Index())
        {
            AddRuntime(
                picture, [.. Group(runtime)], memory, time, Styles[Math.Min(i, Styles.Length - 1)]);
        }

        AddLabels(picture, [.. Group(measured)], memory, time);
        return picture.Format();
    }

    private static void AddAxes(SvgPicture picture, LogAxis memory, LinearAxis time)
    {
        picture.AddText(
            0, Top - LineHeight, "µs of CPU time per payload (not from 0)", isBold: true, colour: Palette.Ink);
        foreach (var (i, tick) in time.Ticks.Index())
        {
            var y = time.Place(tick);
            picture.AddLine(Left, y, Right, y, i is 0 ? Palette.Rule : Palette.Grid);
            picture.AddText(Left - 6, y + SvgPicture.HalfLetter, LogAxis.FormatTick(tick), TextAnchor.End);
        }

        foreach (var tick in memory.GetTicks(_ => 40))
        {
            picture.AddText(
                memory.Place(tick), Bottom + (1.25 * LineHeight), LogAxis.FormatTick(tick), TextAnchor.Middle);
        }

        picture.AddText(
            (Left + Right) / 2, Bottom + (2.25 * LineHeight), "MB of anonymous and shared memory", TextAnchor.Middle);
    }

    private static void AddRuntime(
        SvgPicture picture, Setting[] settings, LogAxis memory, LinearAxis time,
        (PaletteColour Inner, string? Dashes) style)
    {
        picture.AddPolyline(
            settings.OrderBy(setting => setting.MemoryMb)
                .Select(setting => (memory.Place(setting.MemoryMb), time.Place(GetMicroseconds(setting)))),
            Palette.Quiet, 1.5, style.Dashes);
        foreach (var point in settings.SelectMany(setting => setting.Points))
        {
            picture.AddDot(
                memory.Place(point.MemoryMb), time.Place(GetMicroseconds(point)), DotRadius, style.Inner,
                Palette.Ink);
        }
    }

    private static void AddLabels(SvgPicture picture, Setting[] settings, LogAxis memory, LinearAxis time)
    {
        var places = settings.Select(setting => time.Place(GetMicroseconds(setting))).ToArray();
        var labels = Declutter.Spread(places, LineHeight, Top, Bottom);
        foreach (var (i, setting) in settings.Index())
        {
            picture.AddLine(
                memory.Place(setting.MemoryMb) + DotRadius, places[i], LabelLeft - 4, labels[i], Palette.Grid);
            picture.AddText(LabelLeft, labels[i] + SvgPicture.HalfLetter, setting.Name);
        }
    }

    private static double GetMicroseconds(Point point) => point.CpuMs!.Value * MicrosecondsPerMillisecond;

    private static string Describe(Setting setting) => FormattableString.Invariant(
        $"{setting.Name}: {GetMicroseconds(setting):0.0} µs and {setting.MemoryMb:0.0} MB.");

    private static double GetMicroseconds(Setting setting) =>
        setting.CpuMs!.Value * MicrosecondsPerMillisecond;

    private static IEnumerable<Setting> Group(IEnumerable<Point> points) =>
        points.GroupBy(point => (point.Runtime, point.Setting)).Select(setting => new Setting(
            $"{setting.Key.Runtime} {setting.Key.Setting}", [.. setting]));

    /// <summary>The measurements of a front-end with one setting of its heap, in one process start.</summary>
    private sealed record Point(string Runtime, string Setting, double? CpuMs, double MemoryMb);

    private sealed record Setting(string Name, IReadOnlyList<Point> Points)
    {
        public double? CpuMs { get; } = TableNumbers.Median(Points.Select(point => point.CpuMs!.Value));
        public double MemoryMb { get; } = TableNumbers.Median(Points.Select(point => point.MemoryMb));
    }
}
