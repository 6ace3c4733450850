using System.ComponentModel;
using System.Text.Encodings.Web;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;

namespace Studies.Claims.Files;

/// <summary>The published schema of claim files, which follows from the types that read them.</summary>
internal static class ClaimSchema
{
    public const string Path = "schemas/claim.v1.schema.json";

    public static string Format()
    {
        var schema = JsonSchemaExporter.GetJsonSchemaAsNode(StrictYaml.Options, typeof(ClaimFile), new()
        {
            TreatNullObliviousAsNonNullable = true,
            TransformSchemaNode = Describe,
        });
        var document = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["$id"] = $"urn:two-tier-testbed:claim:{ClaimFile.CurrentVersion}",
            ["title"] = "A claim of a publication (docs/claims/*.yaml)",
        };
        foreach (var (key, value) in schema.AsObject())
            document[key] = value?.DeepClone();
        return document.ToJsonString(new(JsonSerializerOptions.Default)
        {
            WriteIndented = true,
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        }).ReplaceLineEndings("\n") + "\n";
    }

    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode schema)
    {
        if (context.TypeInfo.Type == typeof(Condition))
            return new JsonObject { ["type"] = "string", ["pattern"] = Condition.Pattern };
        var attributes = context.PropertyInfo?.AttributeProvider?
            .GetCustomAttributes(typeof(DescriptionAttribute), inherit: false);
        if (schema is JsonObject node && attributes is [DescriptionAttribute text, ..])
            node.Insert(0, "description", text.Description);
        return schema;
    }
}
