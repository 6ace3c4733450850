using System.Text.Json.Nodes;
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
        var exported = ResultJson.Default.Result.GetJsonSchemaAsNode(
            new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true });
        foreach (var (name, value) in exported.AsObject())
            schema[name] = value?.DeepClone();
        return schema;
    }
}
