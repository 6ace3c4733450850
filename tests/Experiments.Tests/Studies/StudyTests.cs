using Experiments.Measuring;
using Experiments.Studies;
using Experiments.Tests.Commands;
using Experiments.Tests.LoadTool;

namespace Experiments.Tests.Studies;

public sealed class StudyTests : FolderTests
{
    private const string Yaml = """
        question: What does each way of calling a service cost?
        summary: Compares two ways.
        starts: 2
        rounds: 3
        conditions:
          latency: [0, 5]
          way: [a, b]
        back_end: ['--Latency={latency}']
        variants:
          - { name: first, query: 'way={way}' }
          - { name: second }
        loads:
          cold: { count: 10 }
          warm: { connections: 4 }
        figures: ['cold: p99 ms', p50 ms, p50 ms ×]
        shares:
          second way: [first, second]
        checks:
          - { figure: p50 ms, variant: second, of: first, at_most: 0.8 }
        """;

    private static readonly string[] Words = ["latency", "way", "variant"];

    [Fact]
    public void Cells_OfTwoConditions_AreAllPairsAndFillTheFile()
    {
        var study = StudyFile.Parse("x", Yaml);

        var cells = study.GetCells(name => name is "way" ? ["c\"d"] : null);

        cells.Select(cell => cell.Name).ShouldBe(["latency 0, way c\"d", "latency 5, way c\"d"]);
        var filled = study.Fill(cells[1]);
        filled.BackEnd.ShouldBe(["--Latency=5"]);
        filled.Variants[0].Query.ShouldBe("way=c\"d");
    }

    [Theory]
    [InlineData("p50 ms, p50 ms ×", "p51 ms", "unknown figure 'p51 ms'")]
    [InlineData("cold: p99 ms", "hot: p99 ms", "unknown figure 'hot: p99 ms'")]
    [InlineData("[first, second]", "[first, third]", "unknown variant 'third'")]
    [InlineData("rounds: 3", "", "rounds need a load without a count")]
    [InlineData("starts: 2", "stars: 2", "stars")]
    public void File_WithAMistake_IsRefusedWithIt(string text, string mistake, string message) =>
        Should.Throw<FormatException>(() => StudyFile.Parse("x", Yaml.Replace(text, mistake, StringComparison.Ordinal)))
            .Message.ShouldContain(message);

    /// <summary>The medians of the first variant are 10 and 20 ms, and the second takes half of that.</summary>
    [Theory]
    [InlineData(0.5, true)]
    [InlineData(0.9, false)]
    public async Task Table_OfTwoStarts_HasMediansRatiosAndShares(double ratio, bool passes)
    {
        var study = StudyFile.Parse("x", Yaml);
        var table = new StudyTable(study,
            [.. from time in (double[])[10, 20] select new[] { Measure("first", time), Measure("second", ratio * time) }]);

        await RunAsync(context =>
        {
            table.Write(context, "probe");
            return Task.CompletedTask;
        });

        var rows = ReadRows("probe");
        rows.Select(row => string.Join(' ', Words.Select(word => $"{row.GetProperty(word)}")))
            .ShouldBe(["5 5 first", "5 5 second"]);
        rows[0].GetProperty("p50 ms").GetProperty("median").GetDouble().ShouldBe(15);
        rows[1].GetProperty("starts").EnumerateArray().Select(start => start.GetProperty("p50 ms").GetDouble())
            .ShouldBe([10 * ratio, 20 * ratio]);
        rows[0].GetProperty("cold: p99 ms").ValueKind.ShouldBe(JsonValueKind.Null);
        rows[1].GetProperty("p50 ms ×").GetProperty("value").GetDouble().ShouldBe(ratio, 1e-9);
        ReadRows("probe-shares").Single().GetProperty("second way, %").GetProperty("median").GetDouble()
            .ShouldBe(100 * (1 - ratio), 1e-9);
        table.Check().ShouldBe(passes);
    }

    [Fact]
    public void Figures_OfTwoLoads_HaveTheNameOfTheLoadButForTheLast()
    {
        var one = new Reading(new Cell([]), "first")
        {
            Loads =
            {
                ["closed"] = SampleResults.CreateVariant("first", throughput: 400),
                ["open"] = SampleResults.CreateVariant("first", throughput: 300),
            },
        };

        var figures = Figures.ReadAll(one, ["closed", "open"]);

        (figures["closed: req/s"], figures["open: req/s"], figures["req/s"]).ShouldBe((400, 300, 300));
        ExperimentLoad.Scale("2.5×", one).ShouldBe("1000/s");
        ExperimentLoad.Scale("2/s", one).ShouldBe("2/s");
    }

    /// <summary>A run that goes on measures only the starts of which there is no file, and refuses another file.</summary>
    [Fact]
    [Slow]
    [TimeLimit(120)]
    public async Task Study_GoesOn_MeasuresWhatIsMissingAndEachStartOnce()
    {
        var study = StudyFile.Parse("x", """
            { question: q, summary: s., starts: 2, script: tests, arguments: [Missing.Tests, '*'], figures: [a] }
            """);
        foreach (var start in (int[])[1, 2])
            Write($"start-{start}.json", $$"""[{ "words": { "variant": "v" }, "figures": { "a": {{start}} } }]""");

        IReadOnlyList<IReadOnlyList<Row>> measured = [];
        await RunAsync(async context => measured = await new ExperimentRunner(context).RunAsync(study, study.GetCells(), 2));

        measured.Select(start => start.Single().Read("a")).ShouldBe([1, 2]);
        (await RunAsync(context => new ExperimentRunner(context).RunAsync(study, study.GetCells(), 3)))
            .ShouldBe(ExitCode.Failed);
        (await RunAsync(context => new ExperimentRunner(context).RunAsync(
            study with { Arguments = ["Other.Tests"] }, study.GetCells(), 2))).ShouldBe(ExitCode.Failed);
    }

    [Fact]
    public void Share_OfSeveralVariants_IsTheDifferenceOfSlowestAndFastest()
    {
        StudyTable.GetPercent([20, 80, 40]).ShouldBe(75);
        StudyTable.GetPercent([20, 40]).ShouldBe(-100);
        StudyTable.GetPercent([20, null, 40]).ShouldBeNull();
    }

    [Fact]
    public void Range_OfStarts_IsNoInterval()
    {
        $"{StartRange.Create([1, 3, 2])}".ShouldBe("2.00 (1.00 to 3.00)");
        $"{StartRange.Create([2, null])}".ShouldBe("2.00");
    }

    private static Row Measure(string variant, double p50) => new(new Dictionary<string, string>
    {
        ["latency"] = "5",
        ["way"] = "5",
        ["variant"] = variant,
    })
    {
        Figures = { ["p50 ms"] = p50 },
    };

    private Task<int> RunAsync(Func<StudyContext, Task> run) => ProbeStudy.InvokeAsync(
        new ProbeStudy(run: async context =>
        {
            await run(context);
            return ExitCode.Success;
        }),
        "--out", Folder);

    private JsonElement[] ReadRows(string name) =>
    [
        .. JsonElement.Parse(File.ReadAllText(Path.Combine(Folder, $"{name}.json"))).GetProperty("results")
            .EnumerateArray(),
    ];
}
