using System.Text.Encodings.Web;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using TwoTier.Load.Scenarios;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Experiments.Commands;

/// <summary>Reads YAML. Unknown, missing and repeated keys, and values of the wrong type, are errors.</summary>
internal static class StrictYaml
{
    /// <summary>The options by which types become files. The published schemas are derived from them too.</summary>
    public static JsonSerializerOptions Options { get; } = new()
    {
        TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false) },
    };

    /// <summary>The same options for JSON that people read, too.</summary>
    public static JsonSerializerOptions Indented { get; } = new(Options)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static T ReadFile<T>(string path) => Read<T>(Path.GetFileName(path), File.ReadAllText(path));

    /// <exception cref="FormatException">The text is no such YAML. The message begins with the name.</exception>
    public static T Read<T>(string name, string text)
    {
        try
        {
            var yaml = new YamlStream();
            yaml.Load(new StringReader(text));
            return yaml.Documents is [var document]
                ? ToJson(document.RootNode, typeof(T)).Deserialize<T>(Options)!
                : throw new FormatException($"expected one YAML document, found {yaml.Documents.Count}.");
        }
        catch (Exception e) when (e is JsonException or YamlException or FormatException)
        {
            throw new FormatException($"{name}: {e.Message}", e);
        }
    }

    private static JsonNode? ToJson(YamlNode node, Type type) => node switch
    {
        YamlMappingNode map => new JsonObject(
            from pair in map.Children
            let key = (YamlScalarNode)pair.Key
            select KeyValuePair.Create(key.Value!, ToJson(pair.Value, GetType(Options.GetTypeInfo(type), key)))),
        YamlSequenceNode list => new JsonArray(
            [.. list.Children.Select(item => ToJson(item, Options.GetTypeInfo(type).ElementType ?? type))]),
        YamlScalarNode { Style: ScalarStyle.Plain, Value: var plain } => ToJson(plain!),
        YamlScalarNode quoted => JsonValue.Create(quoted.Value),
        _ => throw new FormatException($"line {node.Start.Line}: aliases are not supported."),
    };

    private static Type GetType(JsonTypeInfo type, YamlScalarNode key)
    {
        if (type.Kind is not JsonTypeInfoKind.Object)
            return type.ElementType ?? type.Type;
        var nearest = Key.FindNearest(key.Value!, type.Properties.Select(property => property.Name));
        return type.Properties.FirstOrDefault(property => property.Name == key.Value)?.PropertyType
            ?? throw new FormatException($"line {key.Start.Line}: unknown key '{key.Value}'."
                + (nearest is null ? "" : $" Did you mean '{nearest}'?"));
    }

    private static JsonNode? ToJson(string plain) => plain switch
    {
        "" or "~" or "null" => null,
        "true" => true,
        "false" => false,
        _ => double.TryParse(plain, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? number == Math.Floor(number) && Math.Abs(number) < 1e15 ? (long)number : number
            : plain,
    };
}
