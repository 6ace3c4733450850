namespace TwoTier.Load.Results;

internal static class ResultReader
{
    private const string FileAdvice = "Try a .json file that load run or load compare wrote";

    private const double MaxSeconds = 1e9;

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
            if (FindInconsistency(result) is { } flaw)
                throw CreateException(path, flaw);
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

    // Checks the rules that the C# types of the result cannot express.
    private static string? FindInconsistency(Result result) => result switch
    {
        { Kind: not (Result.RunKind or Result.ComparisonKind) } =>
            $"has the kind {result.Kind}; expected {Result.RunKind} or {Result.ComparisonKind}",
        { Variants.Count: 0 } => "lacks variants",
        _ when result.Variants.All(variant => variant.Name != result.Baseline) =>
            $"lacks the variant {result.Baseline}, which is its baseline",
        _ when result.Variants.SelectMany(GetRatios).Any(ratio => !IsPossibleRatio(ratio)) =>
            "has an impossible ratio: it must be above 0, with lo <= value <= hi",
        _ when !DateTimeOffset.TryParse(result.Started, CultureInfo.InvariantCulture, out var started)
            || started.Year is < 2000 or > 3000 || result.DurationS is not (>= 0 and < MaxSeconds) =>
            "has an impossible start or duration",
        _ when result.Provenance.Any(row => row is not [_, _]) => "has a provenance that is not a list of pairs",
        _ => null,
    };

    private static IEnumerable<RatioResult> GetRatios(VariantResult variant) =>
        new[] { variant.Ratio, variant.CpuRatio }.OfType<RatioResult>();

    private static bool IsPossibleRatio(RatioResult ratio) =>
        ratio.Value > 0 && !(ratio.Lo > ratio.Value) && !(ratio.Hi < ratio.Value);

    private static UserErrorException CreateException(string path, string flaw) =>
        new($"{path}: error: the result {flaw}. The file is incomplete or was changed by hand. {FileAdvice}");

    private static string GetTextBefore(string end, string text) => text.Split(end, 2)[0];
}
