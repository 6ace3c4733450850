namespace Studies.Essays;

/// <summary>
/// Draws the median response time over the latency of the back-end, with a line for each way to read a customer with
/// its orders. Both axes are linear, so that the slope of a line is the number of calls that wait for each other.
/// </summary>
internal static class ChattinessPicture
{
    private static readonly string[] Variants = ["sequential", "parallel", "one-call"];

    public static string Format(EssayResults essay)
    {
        var rows = new ResultTable("", essay.ReadText("c")).Rows;
        return new LinePicture(
            "Response time over the latency of the back-end", "median response time, ms", "latency of the back-end, ms")
            .Format(
            [
                .. from row in rows
                   where Variants.Contains(row["variant"])
                   group row by row["variant"] into line
                   select LinePicture.CreateLine(
                       FormatLabel(line.Key, ResultTable.ReadNumber(line.First()["calls"])), "ms", "ms",
                       line.Select(row =>
                           (ResultTable.ReadNumber(row["latency"]), ResultTable.ReadNumber(row["p50 ms"])))),
            ]);
    }

    private static string FormatLabel(string variant, double calls) =>
        string.Create(CultureInfo.InvariantCulture, $"{variant}, {calls:0.##} {(calls is 1 ? "call" : "calls")}");
}
