namespace Studies.Essays;

/// <summary>Draws how long bursts took, and how many threads they got, over the number of their requests.</summary>
internal static class BlockingPicture
{
    private const double Left = 40;
    private const double Right = 312;
    private const double LabelDistance = 9;
    private const double LineHeight = 16;

    public static string Format(EssayResults results)
    {
        Series[] series =
        [
            new("blocking, no limit (rings)", Read(results, "sync-default"), Palette.Ink, Palette.Page, null),
            new("blocking, at most 200 threads", Read(results, "sync-capped"), Palette.Ink, Palette.Ink, null),
            new("blocking, 200 threads ready", Read(results, "sync-ready"), Palette.Ink, Palette.Ink, "5 4"),
            new("async, the same limit", Read(results, "async-capped"), Palette.Quiet, Palette.Quiet, null),
        ];
        var picture = new SvgPicture(
            "Bursts of requests to an operation of two seconds, blocking and asynchronous",
            "Above, the time until all requests of a burst are answered, over the size of the burst. It is two to "
                + "three seconds for the asynchronous operation, and grows to more than ninety for the blocking one, "
                + "unless its threads exist before the burst. Below, the highest number of threads of the pool.",
            414);
        AddPanel(picture, "seconds until all requests are answered", 32, 212, series, point => point.Seconds);
        AddPanel(picture, "highest number of threads in the pool", 252, 372, series, point => point.Threads);
        var axis = CreateBurstAxis(series);
        foreach (var tick in axis.GetTicks(_ => 44))
            picture.AddText(axis.Place(tick), 374 + LineHeight, LogAxis.FormatTick(tick), TextAnchor.Middle);

        picture.AddText(
            (Left + Right) / 2, 374 + (2 * LineHeight), "requests at the same time", TextAnchor.Middle);
        return picture.Format();
    }

    private static LogAxis CreateBurstAxis(IEnumerable<Series> series) =>
        new(series.SelectMany(one => one.Points).Select(point => point.Requests), Left, Right);

    private static void AddPanel(
        SvgPicture picture, string title, double top, double bottom, Series[] series, Func<Point, double> getValue)
    {
        var burstAxis = CreateBurstAxis(series);
        var axis = new LogAxis(series.SelectMany(one => one.Points).Select(getValue), bottom, top);
        picture.AddText(0, top - LineHeight, title, isBold: true, colour: Palette.Ink);
        foreach (var tick in axis.GetTicks(_ => LineHeight))
        {
            var y = axis.Place(tick);
            picture.AddLine(Left, y, Right, y, Palette.Grid);
            picture.AddText(Left - 6, y + SvgPicture.HalfLetter, LogAxis.FormatTick(tick), TextAnchor.End);
        }

        var labels = Declutter.Spread(
            [.. series.Select(one => axis.Place(getValue(one.Points[^1])))], LineHeight, top, bottom);
        foreach (var (i, (name, points, colour, inner, dashes)) in series.Index())
        {
            (double X, double Y)[] places =
                [.. points.Select(point => (burstAxis.Place(point.Requests), axis.Place(getValue(point))))];
            picture.AddPolyline(places, colour, 1.5, dashes);
            foreach (var (x, y) in places)
                picture.AddDot(x, y, 2.5, inner, colour);
            picture.AddText(
                places[^1].X + LabelDistance, labels[i] + SvgPicture.HalfLetter, name, colour: colour, hasHalo: true);
        }
    }

    private static Point[] Read(EssayResults results, string name) =>
    [
        .. results.ReadJson(name).GetProperty("variants")[0].GetProperty("bursts").EnumerateArray().Select(burst =>
            new Point(
                burst.GetProperty("requests").GetInt32(),
                burst.GetProperty("duration_s").GetDouble(),
                GetThreads(burst))),
    ];

    private static double GetThreads(JsonElement burst) =>
        burst.GetProperty("processes").EnumerateObject().Single().Value.GetProperty("pool_threads").GetDouble();

    private sealed record Point(double Requests, double Seconds, double Threads);

    private sealed record Series(
        string Name, Point[] Points, PaletteColour Colour, PaletteColour Inner, string? Dashes);
}
