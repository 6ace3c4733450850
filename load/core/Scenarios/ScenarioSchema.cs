namespace TwoTier.Load.Scenarios;

internal static class ScenarioSchema
{
    private static readonly JsonSerializerOptions IndentedOutput = new() { WriteIndented = true, NewLine = "\n" };

    public static string Text { get; } = new JsonObject
    {
        ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
        ["title"] = "Scenario of the load tool",
        ["description"] = "A key is also an option of the same name: see load run --help and load compare --help.",
        ["type"] = "object",
        ["additionalProperties"] = false,
        ["properties"] = CreateProperties(ScenarioKeys.OfFiles),
    }.ToJsonString(IndentedOutput) + "\n";

    private static JsonObject CreateProperties(IEnumerable<Key> keys) =>
        [.. keys.Select(key => KeyValuePair.Create<string, JsonNode?>(key.Name, CreateProperty(key)))];

    private static JsonObject CreateProperty(Key key)
    {
        var shape = new JsonObject
        {
            ["anyOf"] = new JsonArray([.. CreateValueSchemas(key)]),
            ["description"] = key.Help,
        };
        if (key.Default is { } standard)
            shape["default"] = standard;
        return shape;
    }

    // Creates a JSON Schema for each form in which the tool accepts the value of a key.
    private static IEnumerable<JsonNode> CreateValueSchemas(Key key)
    {
        if (key.ItemKeys.Count > 0)
        {
            yield return CreateList(new JsonObject
            {
                ["type"] = "object",
                ["additionalProperties"] = false,
                ["properties"] = CreateProperties(key.ItemKeys),
            });
        }

        if (key.Set is not null)
            yield return CreateText();
        if (key.Set is not null && (key.IsRepeatable || key.IsCommaSeparated))
            yield return CreateList(CreateText());
        if (key.NameSeparator is not null)
            yield return new JsonObject { ["type"] = "object", ["additionalProperties"] = CreateText() };
    }

    private static JsonObject CreateList(JsonNode items) => new() { ["type"] = "array", ["items"] = items };

    private static JsonObject CreateText() => new() { ["type"] = new JsonArray("string", "number") };
}
