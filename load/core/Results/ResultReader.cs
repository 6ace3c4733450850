using System.Numerics;
using System.Text.Json.Nodes;

namespace TwoTier.Load.Results;

internal static class ResultReader
{
    private const string FileAdvice = "Try a .json file that load run or load compare wrote";

    private const long MaxRequests = 1_000_000_000_000_000;

    // The words after which an error message of System.Text.Json lists the missing properties.
    private const string MissingProperties = "including: ";

    public static Result Read(string path)
    {
        var text = ReadText(path);
        try
        {
            var json = Parse(path, text);
            var result = json.Deserialize(ResultJson.Default.Result)!;
            return FindInconsistency(result) is { } flaw ? throw CreateException(path, flaw) : result;
        }
        catch (JsonException e)
        {
            throw CreateException(path, DescribeJsonError(e));
        }
    }

    private static string ReadText(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"{path}: error: cannot read the file: {e.Message} {FileAdvice}");
        }
    }

    // The schema is checked before missing properties are reported: a file of another schema also lacks properties, but
    // the schema is the cause.
    private static JsonObject Parse(string path, string text)
    {
        JsonNode? json;
        try
        {
            json = JsonNode.Parse(text);
        }
        catch (JsonException e)
        {
            var place = $"{path}:{e.LineNumber + 1}:{e.BytePositionInLine + 1}";
            throw new UserErrorException(
                $"{place}: error: the file is not JSON: {GetTextBefore(" LineNumber:", e.Message)} {FileAdvice}");
        }

        var result = json as JsonObject;
        var schema = result?["schema"]?.ToString() ?? "none";
        if (schema != Result.SchemaId)
            throw new UserErrorException($"{path}: error: the schema is {schema}; expected {Result.SchemaId}. {FileAdvice}");
        return result!;
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
        _ when !DateTimeOffset.TryParse(result.Started, CultureInfo.InvariantCulture, out _)
            || !(result.DurationS >= 0) => "has an impossible start or duration",
        _ when result.Variants.FirstOrDefault(variant => !HasPossibleCounts(variant)) is { } variant =>
            $"has impossible counts or times of {variant.Name}",
        _ => FindHistogramFlaw(result.Variants),
    };

    // A request ends with a status or a transport error, and only one with a response has a latency.
    private static bool HasPossibleCounts(VariantResult variant)
    {
        var statuses = variant.Statuses.Values.Aggregate(BigInteger.Zero, (sum, count) => sum + count);
        var ended = variant.TransportErrors.Values.Aggregate(statuses, (sum, count) => sum + count);
        return variant.Statuses.Values.Concat(variant.TransportErrors.Values).All(count => count >= 0)
            && variant.Requests is >= 0 and <= MaxRequests && variant.Requests == ended
            && variant.Errors >= 0 && variant.Errors <= variant.Requests
            && (variant.Requests == 0 || variant.MeasuredS is null or > 0)
            && !(variant.Latency.Count > variant.Requests);
    }

    private static string? FindHistogramFlaw(IEnumerable<VariantResult> variants)
    {
        try
        {
            foreach (var variant in variants)
                variant.Latency.Histogram?.AddTo(new LatencyHistogram());
            return null;
        }
        catch (FormatException e)
        {
            return e.Message;
        }
    }

    private static IEnumerable<RatioResult> GetRatios(VariantResult variant) =>
        new[] { variant.Ratio, variant.CpuRatio }.OfType<RatioResult>();

    private static bool IsPossibleRatio(RatioResult ratio) =>
        ratio.Value > 0 && !(ratio.Lo > ratio.Value) && !(ratio.Hi < ratio.Value);

    private static UserErrorException CreateException(string path, string flaw) =>
        new($"{path}: error: the result {flaw}. The file is incomplete or was changed by hand. {FileAdvice}");

    private static string GetTextBefore(string end, string text) => text.Split(end, 2)[0];
}
