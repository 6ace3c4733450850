using Experiments.Pictures;
using Cells = System.Collections.Generic.IReadOnlyDictionary<string, string>;
using static Experiments.Essays.StudyResult;

namespace Experiments.Essays;

/// <summary>The tables and pictures of pages that follow from results of studies, by their paths.</summary>
internal static class StudyPages
{
    public static IEnumerable<(string Path, string Text)> Create() =>
        [.. CreateBlocking(), .. CreateDistance(), .. CreateResilience()];

    private static IEnumerable<(string Path, string Text)> CreateBlocking()
    {
        var result = Read("blocking/blocking.json");
        string[] pools = [.. result.Rows.Select(row => row[1]).Distinct()];
        string[] headings = [.. pools.Select(pool => pool.Replace("-32767", " or more").Replace("-", " to "))];
        var lines = result.GetMatrix(pools);
        yield return ("docs/blocking.svg", BarPicture.Draw(
            "Bursts of requests that wait: the share that is answered in time, and when the last one is answered",
            "A bar is the share that is answered within 30 seconds. The number beside it is the time of the last answer; "
                + "there is a dash if not all are answered.",
            headings, lines, cell => (ReadNumber(cell["% in 30 s"]),
                AreAllAnswered(cell) ? $"{GetMedian(cell["last answer s"])} s" : TableNumbers.NotMeasured)));
        var table = FormatTable(["", .. headings.Select(heading => $"{heading} threads")], lines, "`", cell =>
            AreAllAnswered(cell) ? $"all after {cell["last answer s"]} s"
                : $"**{cell["% answered"].Replace("0.000", "0")} % answered**");
        yield return GenerateCommand.Insert("docs/blocking.md", $"{table}\n*Measured: {result.Source}.*\n");
    }

    private static IEnumerable<(string Path, string Text)> CreateDistance()
    {
        var result = Read("distance/distance.json");
        var (near, far) = (result.Rows[0], result.Rows[^1]);
        yield return GenerateCommand.Insert("docs/distance.md",
            $"**Over a round trip of {ReadNumber(near[0])} ms, the way of reading decides {GetMedian(near[2])} % of the "
            + $"response time, and over {ReadNumber(far[0])} ms {GetMedian(far[2])} %.**\n\n"
            + $"{TextTable.FormatMarkdown(0, result.Headings, result.Rows)}\n*Measured: {result.Source}.*\n");
    }

    private static IEnumerable<(string Path, string Text)> CreateResilience()
    {
        string[] modes = ["none", "budget", "standard", "hedging"];
        var matrix = Read("resilience/resilience-matrix.json");
        var dead = Read("resilience/dead-http2.json");
        var lines = (matrix with { Rows = [.. matrix.Rows, .. dead.Rows] }).GetMatrix(modes);
        yield return ("docs/resilience.svg", BarPicture.Draw(
            "Good answers and calls to the back-end, for each fault and each mode of resilience",
            "A bar is the share of good answers. The number beside it counts the calls to the back-end per request.",
            modes, lines, cell => (ReadNumber(cell["good %"]),
                ReadNumber(cell["calls/request"]).ToString("0.00", CultureInfo.InvariantCulture))));
        yield return GenerateCommand.Insert("docs/resilience.md",
            $"*Measured: {matrix.Source}. The dead connection: {dead.Source}.*\n\n"
            + FormatTable(["fault", .. modes.Select(mode => $"`{mode}`")], lines, "", FormatFault));
    }

    private static bool AreAllAnswered(Cells cell) => cell["% answered"] is "100";

    // Without good answers there are no latencies, and most faults leave nothing to recover from.
    private static string FormatFault(Cells cell) => string.Join("<br>", new[]
    {
        $"**{FormatRange(cell["good %"])} %**", $"{FormatRange(cell["calls/request"])} calls",
        cell["p50 ms"] is TableNumbers.NotMeasured ? null
            : $"p50 {GetMedian(cell["p50 ms"])}<br>p99 {GetMedian(cell["p99 ms"])} ms",
        cell["recovered in s"] is TableNumbers.NotMeasured ? "not back"
            : ReadNumber(cell["recovered in s"]) < 0.05 ? null
            : $"back in {GetMedian(cell["recovered in s"])} s",
    }.OfType<string>());

    // Older results have brackets around the range of the starts.
    private static string FormatRange(string text) => text.Split([' ', '[', ',', ']'], StringSplitOptions.RemoveEmptyEntries)
        is [var median, var low, var high] && low != high ? $"{median} ({low} to {high})" : GetMedian(text);

    private static string FormatTable(
        IReadOnlyList<string> headings, IReadOnlyList<MatrixLine> lines, string quote, Func<Cells, string> format) =>
        TextTable.FormatMarkdown(1, headings, lines.Select(
            line => (string[])[$"{quote}{line.Title}{quote}", .. line.Cells.Select(format)]));
}
