using System.Text.Json;
using System.Text.Json.Nodes;
using Load.Config.Keys;
using Load.Config.Options;

namespace Load.Config;

/// <summary>The JSON Schema of scenario files, for editors that complete and check. It says less than the tool does.</summary>
internal static class ScenarioSchema
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n" };

    public static string Text { get; } = new JsonObject
    {
        ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
        ["title"] = "A scenario of load",
        ["description"] = "Every key has an option of the same name: load run --help, load compare --help.",
        ["type"] = "object",
        ["additionalProperties"] = false,
        ["properties"] = Properties(OptionCatalog.All),
    }.ToJsonString(Indented) + "\n";

    private static JsonObject Properties(IEnumerable<OptionKey> keys) =>
        [.. keys.Select(key => KeyValuePair.Create<string, JsonNode?>(key.Name, CreateProperty(key)))];

    private static JsonObject CreateProperty(OptionKey key)
    {
        var shape = key switch
        {
            ListKey parts => List(new JsonObject
            {
                ["type"] = "object",
                ["additionalProperties"] = false,
                ["properties"] = Properties(parts.ItemKeys),
            }),
            { IsSwitch: true } => new JsonObject { ["type"] = "boolean" },
            _ => new JsonObject { ["anyOf"] = new JsonArray([.. Texts(key)]) },
        };
        shape["description"] = key.Help;
        if (key.Default is { } standard)
            shape["default"] = standard;
        return shape;
    }

    // A short list may be one text with commas, and names may have values: as Fields reads them.
    private static IEnumerable<JsonNode> Texts(OptionKey key)
    {
        yield return OneText();
        yield return List(OneText());
        if (key.NameSeparator is not null)
            yield return new JsonObject { ["type"] = "object", ["additionalProperties"] = OneText() };
    }

    private static JsonObject List(JsonNode items) => new() { ["type"] = "array", ["items"] = items };

    private static JsonObject OneText() => new() { ["type"] = new JsonArray("string", "number") };
}
