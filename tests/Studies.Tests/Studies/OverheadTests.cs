namespace Studies.Tests.Studies;

public sealed class OverheadTests
{
    /// <summary>Tests that each goal fails alone, and that a value that was not measured fails.</summary>
    [Theory]
    [InlineData("", 1.07, 1.03, 0.99)]
    [InlineData("at most 1.08", 1.09, 1.03, 0.99)]
    [InlineData("at most 1.035", 1.07, 1.04, 0.99)]
    [InlineData("plain", 1.07, 1.03, 1.01)]
    [InlineData("at most 1.08", null, 1.03, 0.99)]
    [InlineData("at most 1.035", 1.07, null, 0.99)]
    [InlineData("plain", 1.07, 1.03, null)]
    public void Goals_OfFrontend_AreMetUpToTheirLimits(
        string missed, double? cpu, double? allocation, double? highestOfPlain)
    {
        var result = CreateResult(
            CreateRatio(cpu, cpu + 0.1), CreateRatio(allocation, allocation + 0.1),
            CreateRatio(highestOfPlain - 0.1, highestOfPlain));

        var failed = OverheadStudy.CheckGoals(result).Where(goal => !goal.IsMet).Select(goal => goal.Goal).ToArray();

        if (missed is "")
            failed.ShouldBeEmpty();
        else
            failed.ShouldHaveSingleItem().ShouldContain(missed);
    }

    [Fact]
    public void Parts_OfPrograms_AreDifferencesToTheProgramsBelow()
    {
        var table = OverheadStudy.FormatParts(CreateResult(CreateRatio(1.1, 1.2), null, null)).ToMarkdown();

        var cells = table.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(2)
            .Select(row => string.Join('|', row.Split(" | ")[2..]));
        cells.ShouldBe(
        [
            "60.0|–|–|10.0|– |", "150|90.0|0.91 [0.83, 1.00]|20.0|10.0 |", "170|20.0|1|21.0|1.00 |",
            "180|30.0|–|30.0|10.0 |",
        ]);
    }

    // The result has the reciprocals: the ratios of the other programs to the front-end.
    private static RatioResult? CreateRatio(double? value, double? high) => value is { } ratio
        ? SampleResults.CreateRatio(1 / ratio, 1 / high, 1 / (ratio - 0.1))
        : null;

    private static Result CreateResult(RatioResult? cpu, RatioResult? allocation, RatioResult? cpuOfPlain) =>
        SampleResults.Create(
            CreateVariant("front-end", 0.17, 21),
            CreateVariant("raw", 0.06, 10),
            CreateVariant("minimal", 0.15, 20) with { CpuRatio = cpu, AllocRatio = allocation },
            CreateVariant("plain", 0.18, 30) with { CpuRatio = cpuOfPlain });

    private static VariantResult CreateVariant(string name, double cpuMs, double allocKb) =>
        SampleResults.CreateVariant(name, 1_000) with
        {
            Processes = new Dictionary<string, ProcessResult?>
            {
                [MonitoredProcesses.TargetProcess] = SampleResults.CreateProcess(cpuMs, allocKb),
            },
        };
}
