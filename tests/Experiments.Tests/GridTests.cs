using Experiments.Grids;
using Experiments.Studies;
using Experiments.Tests.LoadTool;

namespace Experiments.Tests;

public sealed class GridTests : FolderTests
{
    private const string Yaml = """
        question: What does each way of calling a service cost?
        summary: Compares two ways.
        starts: 2
        rounds: 3
        axes:
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
    public void Cells_OfTwoAxes_AreAllPairsAndFillTheFile()
    {
        var grid = GridFile.Parse("x", Yaml);

        var cells = grid.GetCells(axis => axis is "way" ? ["c\"d"] : null);

        cells.Select(cell => cell.Name).ShouldBe(["latency 0, way c\"d", "latency 5, way c\"d"]);
        var filled = grid.Fill(cells[1]);
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
        Should.Throw<FormatException>(() => GridFile.Parse("x", Yaml.Replace(text, mistake, StringComparison.Ordinal)))
            .Message.ShouldContain(message);

    /// <summary>The medians of the first variant are 10 and 20 ms, and the second takes half of that.</summary>
    [Theory]
    [InlineData(0.5, true)]
    [InlineData(0.9, false)]
    public void Table_OfTwoStarts_HasMediansRatiosAndShares(double ratio, bool passes)
    {
        var grid = GridFile.Parse("x", Yaml);
        var cell = grid.GetCells(_ => ["5"]).ShouldHaveSingleItem();
        var table = new GridTable(grid, [cell],
        [
            .. from time in (double[])[10, 20]
               select new[] { Measure(cell, "first", time), Measure(cell, "second", ratio * time) },
        ]);

        table.Write(Folder, "probe", note: null);

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
    public void Rate_WithASign_IsAMultipleOfTheFirstLoad()
    {
        var one = new GridMeasurement(new GridCell([]), "first")
        {
            Loads = { ["closed"] = SampleResults.CreateVariant("first", throughput: 400) },
        };

        GridLoad.Scale(("--rate", "2.5×"), one).ShouldBe(("--rate", "1000/s"));
        GridLoad.Scale(("--rate", "2/s"), one).ShouldBe(("--rate", "2/s"));
    }

    [Fact]
    public void Share_OfSeveralVariants_IsTheDifferenceOfSlowestAndFastest()
    {
        GridTable.GetPercent([20, 80, 40]).ShouldBe(75);
        GridTable.GetPercent([20, 40]).ShouldBe(-100);
        GridTable.GetPercent([20, null, 40]).ShouldBeNull();
    }

    [Fact]
    public void Range_OfStarts_IsNoInterval()
    {
        $"{StartRange.Create([1, 3, 2])}".ShouldBe("2.00 (1.00 to 3.00)");
        $"{StartRange.Create([2, null])}".ShouldBe("2.00");
    }

    [Fact]
    public async Task Repeat_OfTwoStarts_MeasuresEveryCellInEachAndKeepsTheirOrder()
    {
        var measured = await Repeat.StartsAsync(
            2, ["a", "b", "c"], cell => cell, (start, cell) => Task.FromResult($"{start}{cell}"));

        measured.Select(start => string.Join(' ', start)).ShouldBe(["1a 1b 1c", "2a 2b 2c"]);
    }

    private static GridMeasurement Measure(GridCell cell, string variant, double p50) => new(cell, variant)
    {
        Loads = { ["warm"] = SampleResults.CreateVariant(variant, 100, p50) },
    };

    private JsonElement[] ReadRows(string name) =>
    [
        .. JsonElement.Parse(File.ReadAllText(Path.Combine(Folder, $"{name}.json"))).GetProperty("results")
            .EnumerateArray(),
    ];
}
