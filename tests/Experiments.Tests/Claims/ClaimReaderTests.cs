using Experiments.Claims.Files;
using Experiments.Measuring;

namespace Experiments.Tests.Claims;

public sealed class ClaimReaderTests
{
    private static readonly Row[] Report = [.. BenchmarkRun.Parse("""
        {
          "Benchmarks": [
            { "Type": "Workstation", "Method": "Buffered", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 300.0, "Mean": 999 }, "Memory": { "BytesAllocatedPerOperation": 2000 } },
            { "Type": "Workstation", "Method": "HeadersRead", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 100.0, "Mean": 1 }, "Memory": { "BytesAllocatedPerOperation": 1000 } },
            { "Type": "Server", "Method": "Buffered", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 100.0, "Mean": 999 }, "Memory": { "BytesAllocatedPerOperation": 3000 } },
            { "Type": "Server", "Method": "HeadersRead", "Parameters": "Bytes=1000",
              "Statistics": { "Median": 300.0, "Mean": 1 }, "Memory": { "BytesAllocatedPerOperation": 1000 } }
          ]
        }
        """)];

    [Theory]
    [InlineData("benchmark time", 1)]
    [InlineData("benchmark allocation", 2.449489742783178)]
    public void Ratios_OfSeveralBenchmarkClasses_AreGeometricMeans(string figure, double ratio)
    {
        var run = new ClaimRun
        {
            Benchmarks = "X",
            Figure = figure,
            Ratios = new Dictionary<string, IReadOnlyList<string>> { ["ratio"] = ["Buffered", "HeadersRead", "Bytes=1000"] },
        };

        ClaimReader.Read(run, [Report]).Metrics["ratio"].Value.ShouldBe(ratio, 1e-9);
    }

    /// <summary>The ratio with a value of the condition is divided by that with the first one, start by start.</summary>
    [Fact]
    public void Comparison_OfConditions_IsRelativeToTheFirst()
    {
        var run = StrictYaml.Read<ClaimRun>("x", """
            { figure: req/s, compare: [new, old], conditions: { connections: [10, 1] } }
            """);
        Row[] start = [Create("10", "new", 300), Create("10", "old", 100), Create("1", "new", 60), Create("1", "old", 10)];

        ClaimReader.Read(run, [start]).Metrics.ShouldHaveSingleItem().Value.Value.ShouldBe(2, 1e-9);

        static Row Create(string connections, string variant, double rate) => new(
            new Dictionary<string, string> { ["connections"] = connections, ["variant"] = variant })
        {
            Figures = { ["req/s"] = rate },
        };
    }

    [Fact]
    public void Failures_OfTwoVariants_AreAddedOverStarts()
    {
        var run = new ClaimRun { Figure = "failed", Compare = ["new", "old"] };
        Row[] start = [Create("new", ("failed", 3)), Create("old", ("failed", 0))];

        var metrics = ClaimReader.Read(run, [start, start]).Metrics;

        (metrics["failed"].Value, metrics["failed_baseline"].Value, metrics["failed"].IsExact).ShouldBe((6, 0, true));
    }

    [Fact]
    public void Script_OfTwoStarts_AveragesValuesAndAddsCounts()
    {
        var outcome = JsonSerializer.Deserialize<ScriptOutcome>(
            """{"values":{"ratio":2},"counts":{"calls":5},"figures":"so many"}""", JsonSerializerOptions.Web)!;

        var measured = ClaimReader.Read(new ClaimRun { Script = "x" }, [outcome.CreateRows(), outcome.CreateRows()]);

        (measured.Metrics["ratio"].Value, measured.Metrics["calls"].Value).ShouldBe((2, 10));
        measured.Figures.ShouldBe("so many");
    }

    /// <summary>The row compares CPU time: throughput and allocation say the opposite.</summary>
    [Fact]
    public void Comparison_OfCpuTime_IsTheRatioOfVariantToBaselineOverStarts()
    {
        var run = new ClaimRun { Figure = "CPU ms", Compare = ["new", "old"] };
        Row[] Start(double one, double other) => [Create("new", ("CPU ms", one)), Create("old", ("CPU ms", other))];

        var measured = ClaimReader.Read(run, [Start(0.3, 0.1), Start(0.6, 0.2), Start(0.9, 0.3)]).Metrics;

        measured[LedgerEntry.Ratio].Value.ShouldBe(3, 1e-9);
        measured[LedgerEntry.Ratio].Starts.ShouldBe(3);
        measured[LedgerEntry.Difference].Value.ShouldBe(400, 1e-9);
        ClaimReader.Read(run, [Start(0.3, 0.1)]).Figures.ShouldBe("0.300 CPU ms, against 0.100");
        ClaimReader.Read(run, [[Create("new"), Create("old", ("CPU ms", 1))]]).NotMeasuredReason.ShouldNotBeNull();
        ClaimReader.Read(run, [[Create("new") with { Fault = "busy" }]]).NotMeasuredReason.ShouldBe("busy");
        ClaimReader.Read(run, [[Create("new")]]).NotMeasuredReason.ShouldBe("old cannot be started here");
    }

    private static Row Create(string variant, params (string Name, double Value)[] figures) =>
        new(new Dictionary<string, string> { ["variant"] = variant }) { Figures = figures.ToDictionary() };
}
