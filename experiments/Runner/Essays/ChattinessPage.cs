using Experiments.Pictures;

namespace Experiments.Essays;

/// <summary>Draws the median response time for each latency of the back-end, and each way to read a customer.</summary>
internal static class ChattinessPage
{
    private static readonly string[] Variants = ["sequential", "parallel", "one-call"];

    public static string Draw()
    {
        var table = StudyResult.Read("chattiness/20261122-1708-chattiness.json");
        // The first columns are the latency and the variant.
        var bars = table.Rows.Where(row => Variants.Contains(row[1]))
            .Select(row => (Latency: row[0], Variant: row[1], Ms: table.ReadNumber(row, "p50 ms"))).ToArray();
        var longest = bars.Max(bar => bar.Ms);
        return new BarPicture(
            "Response time for each latency of the back-end",
            $"The number beside a bar is the median response time. A full bar is {longest} ms.",
            [.. Variants.Select(variant => $"{variant}, ms")]).Format(
            [
                .. bars.GroupBy(bar => bar.Latency).Select(row => ($"latency {row.Key}", row.Select(bar => (
                    Array.IndexOf(Variants, bar.Variant), 100 * bar.Ms / longest, $"{bar.Ms}")))),
            ]);
    }
}
