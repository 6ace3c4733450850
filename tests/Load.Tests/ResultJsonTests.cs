using Load.Results;
using Load.Tests.Hosting;

namespace Load.Tests;

/// <summary>
/// Tests the JSON of results. docs/schemas has the names of all fields, which PublishedSchemaTests compares.
/// </summary>
public sealed class ResultJsonTests
{
    [Fact]
    public void Serialize_Result_HasFieldsOfSchema()
    {
        using var json = JsonDocument.Parse(Serialize(SampleResults.Result("get-from-json: 1.12 (faster)")));

        GetFields(json.RootElement).ShouldBe(
            ("schema kind id tool started ended duration_s scenario command repeat model workload plan method baseline "
                + "groups order validity thresholds noise cpu_noise baseline_again machine against heat marks provenance "
                + "variants").Split(' '),
            ignoreOrder: true);
        var variant = json.RootElement.GetProperty("variants")[1];
        GetFields(variant.GetProperty("rounds")[0])
            .ShouldBe("n slot start_s requests rps rps_bins p50 p99 cpu_ms".Split(' '));
        variant.GetProperty("processes").GetProperty("back-end").ValueKind.ShouldBe(JsonValueKind.Null);
        json.RootElement.GetProperty("validity").GetProperty("checks")[0].GetProperty("state").GetString()
            .ShouldBe("fail");
    }

    [Fact]
    public void Serialize_DeserializedResult_IsUnchanged()
    {
        var json = Serialize(SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 1 (equal)"));

        Serialize(JsonSerializer.Deserialize(json, ResultJson.Default.Result)!).ShouldBe(json);
    }

    private static string Serialize(Result result) => JsonSerializer.Serialize(result, ResultJson.Default.Result);

    private static string[] GetFields(JsonElement element) =>
        [.. element.EnumerateObject().Select(field => field.Name)];
}
