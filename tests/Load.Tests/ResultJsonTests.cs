namespace Load.Tests;

/// <summary>PublishedSchemaTests compares the names of all fields with docs/schemas.</summary>
public sealed class ResultJsonTests
{
    [Fact]
    public void Serialize_DeserializedResult_IsUnchanged()
    {
        var json = Serialize(SampleResults.Result("get-from-json: 1.12 (faster), webclient-sync: 1 (equal)"));

        Serialize(JsonSerializer.Deserialize(json, ResultJson.Default.Result)!).ShouldBe(json);
    }

    private static string Serialize(Result result) => JsonSerializer.Serialize(result, ResultWriterJson.Default.Result);
}
