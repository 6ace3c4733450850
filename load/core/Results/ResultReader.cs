namespace TwoTier.Load.Results;

internal static class ResultReader
{
    private const string FileAdvice = "Try a .json file that load run or load compare wrote";

    // The words after which an error message of System.Text.Json lists the missing properties.
    private const string MissingProperties = "including: ";

    public static Result Read(string path)
    {
        using var json = Parse(path);
        // The schema is checked before missing properties are reported: a file of another schema also lacks properties,
        // but the schema is the cause.
        var schema = json.RootElement is { ValueKind: JsonValueKind.Object } root
            && root.TryGetProperty("schema", out var id) && id.ValueKind is JsonValueKind.String
            ? id.GetString()
            : "none";
        if (schema != Result.SchemaId)
            throw new UserErrorException($"{path}: error: the schema is {schema}; expected {Result.SchemaId}. {FileAdvice}");
        try
        {
            var result = json.Deserialize(ResultJson.Default.Result)!;
            if (result.Variants.All(variant => variant.Name != result.Baseline))
                throw CreateException(path, $"lacks the variant {result.Baseline}, which is its baseline");
            foreach (var variant in result.Variants)
                variant.Latency.Histogram?.AddTo(new LatencyHistogram());
            return result;
        }
        catch (JsonException e)
        {
            throw CreateException(path, DescribeJsonError(e));
        }
        catch (FormatException e)
        {
            throw CreateException(path, e.Message);
        }
    }

    private static JsonDocument Parse(string path)
    {
        try
        {
            ReadOnlyMemory<byte> bytes = UserFile.ReadBytes(path);
            return JsonDocument.Parse(
                bytes.Span.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes);
        }
        catch (JsonException e)
        {
            var place = $"{path}:{e.LineNumber + 1}:{e.BytePositionInLine + 1}";
            throw new UserErrorException(
                $"{place}: error: the file is not JSON: {GetTextBefore(" LineNumber:", e.Message)} {FileAdvice}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"{path}: error: cannot read the file: {e.Message.TrimEnd('.')}. {FileAdvice}");
        }
    }

    private static string DescribeJsonError(JsonException e)
    {
        var start = e.Message.IndexOf(MissingProperties, StringComparison.Ordinal);
        if (start < 0)
            return $"has an invalid value at {e.Path ?? "$"}";
        var missing = GetTextBefore(". Path:", e.Message[(start + MissingProperties.Length)..]).TrimEnd('.');
        return $"lacks {missing}{(e.Path is null or "$" ? "" : $" in {e.Path}")}";
    }

    private static UserErrorException CreateException(string path, string flaw) =>
        new($"{path}: error: the result {flaw}. The file is incomplete or was changed by hand. {FileAdvice}");

    private static string GetTextBefore(string end, string text) => text.Split(end, 2)[0];
}
