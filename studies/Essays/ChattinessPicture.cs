namespace Studies.Essays;

/// <summary>
/// Draws the median response time over the latency of the back-end, with a line for each way to read a customer with
/// its orders. Both axes are linear, so that the slope of a line is the number of calls that wait for each other.
/// </summary>
internal static class ChattinessPicture
{
    private const double Left = 44;
    private const double Right = 356;
    private const double Top = 34;
    private const double Bottom = 254;
    private const double LabelGap = 17;
    private const int Ticks = 5;
    private static readonly string?[] Dashes = [null, "8 4", "2 3", "8 3 2 3"];

    public static string Format(EssayResults essay)
    {
        var results = essay.ReadResults<Point>("c");
        var lines = results.GroupBy(result => result.Variant).ToArray();
        var most = results.Max(result => result.LatencyMs);
        var step = LinearAxis.GetStep((double)most / Ticks);
        var times = new LinearAxis(results.Select(result => result.P50Ms!.Value).Append(0), Bottom, Top);
        var picture = new SvgPicture(
            "Response time over the latency of the back-end",
            string.Join(' ', lines.Select(Describe)),
            Bottom + 44);
        picture.AddText(0, 16, "median response time, ms");
        foreach (var time in times.Ticks)
        {
            var place = times.Place(time);
            picture.AddLine(Left, place, Right, place, time is 0 ? Palette.Rule : Palette.Grid);
            picture.AddText(Left - 6, place + SvgPicture.HalfLetter, FormatTick(time), TextAnchor.End);
        }

        for (var latency = 0.0; latency <= most + (step / 100); latency += step)
            picture.AddText(Place(latency), Bottom + 18, FormatTick(latency), TextAnchor.Middle);
        picture.AddText((Left + Right) / 2, Bottom + 38, "latency of the back-end, ms", TextAnchor.Middle);
        var labels = Declutter.Spread(
            [.. lines.Select(line => times.Place(line.Last().P50Ms!.Value))], LabelGap, Top, Bottom);
        for (var i = 0; i < lines.Length; i++)
        {
            var line = lines[i];
            var points = line.Select(result => (Place(result.LatencyMs), times.Place(result.P50Ms!.Value)));
            picture.AddPolyline(points, Palette.Ink, 1.5, Dashes[i]);
            picture.AddText(Right + 8, labels[i] + SvgPicture.HalfLetter, FormatLabel(line), colour: Palette.Ink);
        }

        return picture.Format();

        double Place(double latency) => Left + ((Right - Left) * latency / most);
    }

    private static string FormatLabel(IGrouping<string, Point> line)
    {
        var calls = line.First().Calls;
        return $"{line.Key}, {FormatTick(calls)} {(calls is 1 ? "call" : "calls")}";
    }

    private static string Describe(IGrouping<string, Point> line) => $"{FormatLabel(line)}: "
        + string.Join(", ", line.Select(result => $"{FormatTick(result.P50Ms!.Value)} ms at {result.LatencyMs} ms"))
        + ".";

    private static string FormatTick(double tick) => tick.ToString("0.##", CultureInfo.InvariantCulture);

    private sealed record Point(int LatencyMs, string Variant, double Calls, double? P50Ms);
}
