using System.ComponentModel;
using System.Text.Encodings.Web;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using Studies.Claims.Criteria;
using Studies.Claims.Files;

namespace Studies.Tests.Claims;

/// <summary>
/// The published schema of claim files follows from the types that read them. RENEW=1 writes it again.
/// </summary>
public sealed class ClaimSchemaTests
{
    private static readonly string PublishedPath =
        Path.Combine(Repository.Root, "docs", "schemas", "claim.v1.schema.json");

    [Fact]
    public void PublishedSchema_OfClaimFiles_IsUpToDate()
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
        var text = document.ToJsonString(new(JsonSerializerOptions.Default)
        {
            WriteIndented = true,
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        }).ReplaceLineEndings("\n") + "\n";
        if (Environment.GetEnvironmentVariable("RENEW") is "1")
            File.WriteAllText(PublishedPath, text);

        File.ReadAllText(PublishedPath).ShouldBe(text);
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
