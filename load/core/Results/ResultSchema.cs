using System.Text.Json.Schema;

namespace TwoTier.Load.Results;

internal static class ResultSchema
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n" };

    public static string Text { get; } = Create().ToJsonString(Indented) + "\n";

    private static JsonObject Create()
    {
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = Result.SchemaId,
            ["title"] = "Result of the load tool",
        };
        var options = new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true };
        foreach (var (name, value) in ResultJson.Default.Result.GetJsonSchemaAsNode(options).AsObject())
            schema[name] = value?.DeepClone();
        var line = ResultJson.Default.ResultLine.GetJsonSchemaAsNode(options);
        var parts = line["properties"]!;
        (parts["plan"], parts["validity"]) = (Refer("#"), Refer("#/properties/validity"));
        schema["$defs"] = new JsonObject { ["line"] = line };
        return schema;

        static JsonObject Refer(string path) => new() { ["$ref"] = path };
    }
}
