using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace BackendApi.Ingestion;

/// <summary>The JSON text within a payload, by Json.NET as in the source: it takes single quotes, which the source's has.</summary>
internal static class PayloadText
{
    private const int DeepestLevel = 32;
    private static readonly JsonLoadSettings WithoutComments = new() { CommentHandling = CommentHandling.Ignore };

    /// <exception cref="JsonException">It is empty, no JSON, too deep, or more than one document.</exception>
    public static JToken Parse(string text)
    {
        using var reader = new JsonTextReader(new StringReader(text))
        {
            MaxDepth = DeepestLevel,
            DateParseHandling = DateParseHandling.None,
        };
        var value = JToken.ReadFrom(reader, WithoutComments);
        while (reader.Read())
        {
            if (reader.TokenType is not JsonToken.Comment)
            {
                throw new JsonReaderException(
                    $"There is more after the first document, at line {reader.LineNumber}, position {reader.LinePosition}.");
            }
        }

        return value;
    }
}
