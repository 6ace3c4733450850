using System.Text.Json;
using Load.Metrics;
using Load.Output;
using Load.Output.Markdown;
using Load.Output.Terminal;
using Load.Results;
using Load.Results.Building;
using Load.Terminal;
using Load.Tests.Hosting;
using Load.Units;

namespace Load.Tests;

public sealed class ReportingTests
{
    private const string ContractOfResult =
        "schema kind id tool started ended duration_s scenario command repeat model workload plan method baseline groups order "
        + "validity thresholds noise against heat marks provenance variants";

    private const string ContractOfVariant =
        "name group summary requests errors statuses unexpected bytes transport_errors throughput ratio latency processes rounds heat";

    [Fact]
    public void Json_Result_HasTheContractsFields()
    {
        using var json = JsonDocument.Parse(Json(Samples.Result("x 1.12 faster")));

        Fields(json.RootElement).ShouldBeSubsetOf(ContractOfResult.Split(' '));
        ContractOfResult.Split(' ').ShouldBeSubsetOf(Fields(json.RootElement));
        var variant = json.RootElement.GetProperty("variants")[1];
        ContractOfVariant.Split(' ').ShouldBeSubsetOf(Fields(variant));
        Fields(variant.GetProperty("ratio")).ShouldBe("value lo hi verdict by_round rounds_for_5pct".Split(' '));
        Fields(variant.GetProperty("throughput")).ShouldBe("median lo hi unit".Split(' '));
        Fields(variant.GetProperty("latency")).ShouldBe("min mean max p50 p90 p95 p99 p999 curve unit clock".Split(' '));
        Fields(variant.GetProperty("rounds")[0])
            .ShouldBe("n slot start_s requests rps rps_bins p50 p99 cpu_ms".Split(' '));
        "cpu_ms alloc_kb gc_pause_ms_per_s pool_threads connections_opened".Split(' ')
            .ShouldBeSubsetOf(Fields(variant.GetProperty("processes").GetProperty("target")));
        variant.GetProperty("processes").GetProperty("back-end").ValueKind.ShouldBe(JsonValueKind.Null);
        Fields(json.RootElement.GetProperty("plan")).ShouldBe("rounds slice_s warmup_s slice_warmup_s seed timeout_s".Split(' '));
        var check = json.RootElement.GetProperty("validity").GetProperty("checks")[0];
        Fields(check).ShouldBe("id label value limit state cure".Split(' '));
        check.GetProperty("state").GetString().ShouldBe("fail");
    }

    [Fact]
    public void Json_Result_RoundTrips()
    {
        var json = Json(Samples.Result("x 1.12 faster, y 1 equal"));

        var again = JsonSerializer.Deserialize(json, ResultJson.Default.Result)!;

        Json(again).ShouldBe(json);
    }

    [Fact]
    public void Markdown_Result_SaysFindingTableAndProvenance()
    {
        var markdown = ComparisonMarkdown.Format(Samples.Result("x 1.12 faster"));

        markdown.ShouldContain("**x serves 12 % more requests than base.**");
        markdown.ShouldContain("| x | 1 120 | 1.12 [1.11, 1.13] | ▲ faster |");
        markdown.ShouldContain("| CPU | 2 × one \\| other |");
        markdown.ShouldContain("`make demo`");
        markdown.ShouldNotContain("back-end");
    }

    [Theory]
    [InlineData("valid", "x serves 12 % more requests than base.", "▲ faster")]
    [InlineData("invalid", " INVALID   Do not quote these figures.", "✗ Load tool's own CPU: 1.31 of 2 cores, limit < 1.0")]
    public void Sheet_Result_StartsWithWhatItIsWorth(string state, string first, string also)
    {
        var text = Draw(Samples.Result("x 1.12 faster, read-as-async-2014 1 equal", state), isUnicode: true, width: 100);

        text.TrimStart('\n').ShouldStartWith(first);
        text.ShouldContain(also);
        text.Split('\n').ShouldAllBe(line => line.Length <= 100);
    }

    [Fact]
    public void Sheet_NotUnicode_IsAscii() =>
        Draw(Samples.Result("x 1.12 faster, y 0.5 slower"), isUnicode: false, width: 100).ShouldAllBe(c => c < 128);

    [Fact]
    public void Sheet_NarrowTerminal_HasNoDrawing()
    {
        Draw(Samples.Result("x 1.12 faster"), isUnicode: true, width: 100).ShouldContain("│");
        Draw(Samples.Result("x 1.12 faster"), isUnicode: true, width: 80).ShouldNotContain("│");
    }

    [Theory]
    [InlineData(1, 1, 1, "            ●              ")]
    [InlineData(1.05, 1.03, 1.07, "            │  ├─●─┤       ")]
    [InlineData(0.5, 0.4, 0.6, "◄ 0.50      │")]
    [InlineData(2, 1.9, 2.1, "            │        2.00 ►")]
    public void Interval_OnTheZoomedScale_IsDrawnInPlace(double value, double lo, double hi, string drawn) =>
        TextBars.DrawInterval(value, lo, hi).ShouldBe(drawn);

    [Theory]
    [InlineData(0.5, 8, "████")]
    [InlineData(0.0625, 8, "▌")]
    [InlineData(2, 2, "██")]
    [InlineData(0, 8, "")]
    public void Bar_Share_IsDrawnToAnEighth(double share, int width, string drawn) => TextBars.DrawBar(share, width).ShouldBe(drawn);

    [Theory]
    [InlineData(null, "–")]
    [InlineData(0.0, "0")]
    [InlineData(0.0584, "0.058")]
    [InlineData(1.406, "1.41")]
    [InlineData(27.34, "27.3")]
    [InlineData(6649.6, "6 650")]
    public void Figure_AnyValue_HasThreeDigits(double? value, string text) => SignificantDigits.FormatNumber(value).ShouldBe(text);

    [Fact]
    public void At_FewerThanTenBeyond_IsNull()
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < 4000; i++)
            latency.Record(1_000_000);

        LatencySummary.GetPercentile(latency, 0.99).ShouldNotBeNull();
        LatencySummary.GetPercentile(latency, 0.999).ShouldBeNull();
        LatencySummary.Summarize(latency).Curve[^1][0].ShouldBe(0.9965);
    }

    private static string Draw(Result result, bool isUnicode, int width)
    {
        using var output = new StringWriter();
        var screen = Screen.Create(output, isLive: false, isUnicode, width);
        screen.Show(new ComparisonView(result, screen.CreateView(), width).Draw());
        return output.ToString();
    }

    private static string Json(Result result) => JsonSerializer.Serialize(result, ResultJson.Default.Result);

    private static string[] Fields(JsonElement element) => [.. element.EnumerateObject().Select(field => field.Name)];
}
