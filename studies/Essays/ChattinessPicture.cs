namespace Studies.Essays;

/// <summary>
/// Draws the median response time over the latency of the back-end, with a line for each way to read a customer with
/// its orders. Both axes are linear, so that the slope of a line is the number of calls that wait for each other.
/// </summary>
internal static class ChattinessPicture
{
    public static string Format(EssayResults essay)
    {
        var points = essay.ReadResults<Point>("c")
            .Where(point => ChattinessStudy.Variants.Any(variant => variant.Name == point.Variant));
        return new LinePicture(
            "Response time over the latency of the back-end", "median response time, ms", "latency of the back-end, ms")
            .Format(
            [
                .. points.GroupBy(point => point.Variant).Select(line => new PictureLine(
                    FormatLabel(line.First()), Describe(line),
                    [.. line.Select(point => ((double)point.LatencyMs, point.P50Ms!.Value))])),
            ]);
    }

    private static string FormatLabel(Point point) =>
        $"{point.Variant}, {LinePicture.FormatTick(point.Calls)} {(point.Calls is 1 ? "call" : "calls")}";

    private static string Describe(IEnumerable<Point> line) => $"{FormatLabel(line.First())}: "
        + string.Join(", ", line.Select(result =>
            $"{LinePicture.FormatTick(result.P50Ms!.Value)} ms at {result.LatencyMs} ms"))
        + ".";

    private sealed record Point(int LatencyMs, string Variant, double Calls, double? P50Ms);
}
