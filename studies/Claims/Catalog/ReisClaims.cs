namespace Studies.Claims.Catalog;

internal static class Reis
{
    private const string Buffering = "ResponseBuffering";
    private const double Clearly = 1.1;

    public static Source Source { get; } = new(
        "Reis, 2021",
        "HttpCompletionOption, 2021-02-04 (in Portuguese)",
        "reading headers first",
        [
            new Claim("C1", "allocated for each call, buffered against headers first: 400 kB, by collector",
                new Then(404 / 162.0, "404 KB, against 162, of about 100 KB"),
                async lab => OfSizes(await Benchmark.FindingsAsync(lab, Buffering, "C1"), 400_000).Single().AsNow()),
            new Claim("C2", "mean time has no stable winner: 40 and 400 kB, by collector", Then.Said,
                async lab => NoWinner(OfSizes(await Benchmark.FindingsAsync(lab, Buffering, "C2"), 40_000, 400_000))),
            new Claim("C3", "a headers-read response keeps its connection until it is disposed", Then.Said,
                lab => Tested.Async(lab, "FrontendApi.Tests", "*HeldConnection*")),
            new Claim("C4", "a failure's body need not be read, and not to read it saves its time: 4 MB", Then.Said, async lab =>
            {
                var finding = OfSizes(await Benchmark.FindingsAsync(lab, "FailedBodies", "C4"), 4_000_000).Single();
                return new Now { Shown = finding.Ratio.Lo > 1, Figures = $"{finding.What}: {Figures.Times(finding.Ratio.Value)}" };
            }),
        ]);

    /// <summary>
    /// A winner wins with every collector. One that does so by a tenth decides; one that does so by less leaves it open.
    /// </summary>
    /// <exception cref="InvalidOperationException">There is nothing to tell it from.</exception>
    public static Now NoWinner(params Finding[] findings) => findings is [] ? throw new InvalidOperationException("There are no findings.") : new()
    {
        Shown = !findings.Any(finding => Wins(finding, Clearly)),
        IsOpen = findings.Any(finding => Wins(finding, 1)) && !findings.Any(finding => Wins(finding, Clearly)),
        Figures = string.Join("; ", findings.Select(finding => $"{finding.What.Split(", ")[^1]} {Figures.Of(finding.Ratio.Lo)} to {Figures.Of(finding.Ratio.Hi)}")),
    };

    private static Finding[] OfSizes(Finding[] findings, params int[] sizes) =>
        [.. findings.Where(finding => sizes.Any(size => finding.What.EndsWith($", {size} bytes", StringComparison.Ordinal)))];

    private static bool Wins(Finding finding, double by) => finding.Ratio.Lo > by || finding.Ratio.Hi < 1 / by;
}
