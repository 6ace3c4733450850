namespace TwoTier.Load.Results;

internal static class ResultReader
{
    private const string FileAdvice = "Try a .json file that load run or load compare wrote";

    public static Result Read(string path)
    {
        try
        {
            ReadOnlyMemory<byte> bytes = UserFile.ReadBytes(path);
            using var json = JsonDocument.Parse(
                bytes.Span.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes);
            return Read(json);
        }
        catch (JsonException e)
        {
            throw new UserErrorException(
                $"{path}: error: the file is incomplete or no result: {e.Message} {FileAdvice}");
        }
        catch (FormatException e)
        {
            throw new UserErrorException($"{path}: error: the result {e.Message}. {FileAdvice}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException(
                $"{path}: error: cannot read the file: {e.Message.TrimEnd('.')}. {FileAdvice}");
        }
    }

    // The schema is checked before missing properties are reported: a file of another schema also lacks properties, but
    // the schema is the cause.
    private static Result Read(JsonDocument json)
    {
        var schema = json.RootElement is { ValueKind: JsonValueKind.Object } root
            && root.TryGetProperty("schema", out var id) && id.ValueKind is JsonValueKind.String
            ? id.GetString()
            : "none";
        if (schema != Result.SchemaId)
            throw new FormatException($"has the schema {schema}; expected {Result.SchemaId}");
        var result = json.Deserialize(ResultJson.Default.Result)!;
        if (result.Variants.All(variant => variant.Name != result.Baseline))
            throw new FormatException($"lacks the variant {result.Baseline}, which is its baseline");
        foreach (var variant in result.Variants)
            variant.Latency.Histogram?.AddTo(new LatencyHistogram());
        return result;
    }
}
