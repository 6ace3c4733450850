using Load.Results;
using Load.Tests.Hosting;

namespace Load.Tests;

public sealed class ResultJsonTests
{
    private const string ResultFields =
        "schema kind id tool started ended duration_s scenario command repeat model workload plan method baseline "
        + "groups order validity thresholds noise cpu_noise baseline_again machine against heat marks provenance variants";

    private const string VariantFields =
        "name group summary requests errors statuses unexpected bytes transport_errors throughput ratio alloc_ratio p50_ratio p99_ratio latency "
        + "processes rounds heat service lateness failures failure_latency resent unfinished timings traces";

    [Fact]
    public void Serialize_Result_HasFieldsOfSchema()
    {
        using var json = JsonDocument.Parse(Serialize(SampleResults.Result("get-from-json: 1.12 (faster)")));

        GetFields(json.RootElement).ShouldBe(ResultFields.Split(' '), ignoreOrder: true);
        var variant = json.RootElement.GetProperty("variants")[1];
        VariantFields.Split(' ').ShouldBeSubsetOf(GetFields(variant));
        GetFields(variant.GetProperty("ratio")).ShouldBe(
            "value lo hi verdict by_round rounds_to_tell robust batch_rounds problems starts_share prediction"
                .Split(' '));
        GetFields(variant.GetProperty("throughput")).ShouldBe("median lo hi unit busy_s".Split(' '));
        GetFields(variant.GetProperty("latency"))
            .ShouldBe("min mean max p50 p90 p95 p99 p999 curve unit clock histogram".Split(' '));
        GetFields(variant.GetProperty("rounds")[0])
            .ShouldBe("n slot start_s requests rps rps_bins p50 p99 cpu_ms".Split(' '));
        "cpu_ms alloc_kb gc_pause_ms_per_s pool_threads connections_opened".Split(' ')
            .ShouldBeSubsetOf(GetFields(variant.GetProperty("processes").GetProperty("target")));
        variant.GetProperty("processes").GetProperty("back-end").ValueKind.ShouldBe(JsonValueKind.Null);
        GetFields(json.RootElement.GetProperty("plan"))
            .ShouldBe("rounds slice_s warmup_s slice_warmup_s seed timeout_s design part within_s starts pilot".Split(' '));
        GetFields(json.RootElement.GetProperty("validity")).ShouldBe("state checks smallest_ratio".Split(' '));
        var check = json.RootElement.GetProperty("validity").GetProperty("checks")[0];
        GetFields(check).ShouldBe("id label value limit state cure".Split(' '));
        check.GetProperty("state").GetString().ShouldBe("fail");
    }

    [Fact]
    public void Serialize_BaselineComparison_HasFieldsOfSchema()
    {
        var difference = new ConditionDifference("CPU", "2 × AMD EPYC", "64 × Intel Xeon");
        var estimate = new RatioEstimate(1, 0.9, 1.1);
        var change = new VariantChange("get-from-json", estimate, estimate, estimate, "faster");
        var comparison = new BaselineComparisonResult("earlier", [difference], [difference], [change], [], [], []);

        var result = SampleResults.Result("get-from-json: 1.12 (faster)") with { ComparisonWithEarlier = comparison };
        using var json = JsonDocument.Parse(Serialize(result));

        var against = json.RootElement.GetProperty("against");
        GetFields(against).ShouldBe("id unlike told changes cpu_changes only_then only_now".Split(' '));
        GetFields(against.GetProperty("unlike")[0]).ShouldBe("label then now".Split(' '));
        GetFields(against.GetProperty("changes")[0]).ShouldBe("name then now ratio verdict".Split(' '));
    }

    [Fact]
    public void Serialize_DeserializedResult_IsUnchanged()
    {
        var json = Serialize(SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 1 (equal)"));

        var result = JsonSerializer.Deserialize(json, ResultJson.Default.Result)!;

        Serialize(result).ShouldBe(json);
    }

    private static string Serialize(Result result) => JsonSerializer.Serialize(result, ResultJson.Default.Result);

    private static string[] GetFields(JsonElement element) =>
        [.. element.EnumerateObject().Select(field => field.Name)];
}
