namespace Testbed.Claims.Sources;

internal static class Reis
{
    private const string Buffering = "ResponseBuffering";
    private const double Winner = 1.1;

    public static Source Source { get; } = new(
        "Reis, 2021",
        "HttpCompletionOption, 2021-02-04 (in Portuguese)",
        "reading headers first",
        [
            new Claim("C1", "allocated for each call, buffered against headers first: 400 kB, by collector",
                new Then(404 / 162.0, "404 KB, against 162, of about 100 KB"),
                async lab => new Now { Ratio = (await Benchmark.FindingsAsync(lab, Buffering, "C1")).Single(finding => finding.What.Contains("400000", StringComparison.Ordinal)).Ratio }),
            new Claim("C2", "mean time has no stable winner", Then.Said, async lab => NoWinner(await Benchmark.FindingsAsync(lab, Buffering, "C2"))),
            new Claim("C3", "a headers-read response keeps its connection until it is disposed", Then.Said,
                lab => Tested.Async(lab, "FrontendApi.Tests", "*HeldConnection*")),
            new Claim("C4", "a failure's body need not be read", Then.Said, async lab =>
            {
                var findings = await Benchmark.FindingsAsync(lab, "FailedBodies", "C4");
                return new Now
                {
                    Shown = findings.All(finding => finding.Ratio.Lo > 1),
                    Figures = string.Join("; ", findings.Select(finding => $"{finding.What}: {Figures.Times(finding.Ratio.Value)}")),
                };
            }),
        ]);

    private static Now NoWinner(Finding[] findings) => new()
    {
        Shown = !findings.All(finding => finding.Ratio.Lo > Winner) && !findings.All(finding => finding.Ratio.Hi < 1 / Winner),
        Figures = string.Join("; ", findings.Select(finding => $"{finding.What.Split(", ")[^1]} {Figures.Of(finding.Ratio.Lo)} to {Figures.Of(finding.Ratio.Hi)}")),
    };
}
