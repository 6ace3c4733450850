using System.Text.Json;
using System.Text.Json.Nodes;

namespace TwoTier.Load.Results;

/// <summary>Reads result files.</summary>
internal static class ResultReader
{
    private const long MaxLength = 200_000_000;
    private const string FileAdvice = "Try a .json file that load run or load compare wrote";

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
            if (new FileInfo(path) is { Exists: true, Length: > MaxLength })
                throw new UserErrorException($"{path}: error: the file is longer than {MaxLength / 1_000_000} MB. {FileAdvice}");
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
        _ when HasNull(result.Variants) || HasNull(result.Validity.Checks) || HasNull(result.Thresholds) =>
            "has a null among its variants, checks or thresholds",
        _ when result.Variants.All(variant => variant.Name != result.Baseline) =>
            $"lacks the variant {result.Baseline}, which is its baseline",
        _ when result.Variants.SelectMany(GetRatios).Any(ratio => !IsPossibleRatio(ratio)) =>
            "has an impossible ratio: it must be above 0, with lo <= value <= hi and a verdict",
        _ when result.Provenance.Any(row => row is not [not null, not null]) =>
            "has provenance that does not consist of pairs of a label and a value",
        _ => FindHistogramFlaw(result.Variants),
    };

    private static string? FindHistogramFlaw(IEnumerable<VariantResult> variants)
    {
        try
        {
            foreach (var histogram in variants.SelectMany(GetLatencies).Select(latency => latency?.Histogram))
                histogram?.AddTo(new LatencyHistogram());
            return null;
        }
        catch (FormatException e)
        {
            return e.Message;
        }
    }

    private static IEnumerable<LatencyResult?> GetLatencies(VariantResult variant) =>
    [
        variant.Latency, variant.ServiceTime, variant.ScheduleDelay,
        .. (variant.Phases ?? []).Concat(variant.Kinds ?? [])
            .SelectMany(part => new[] { part?.Latency, part?.ServiceTime }),
    ];

    private static IEnumerable<RatioResult> GetRatios(VariantResult variant) =>
        new[] { variant.Ratio, variant.CpuRatio, variant.AllocRatio, variant.P50Ratio, variant.P99Ratio }
            .OfType<RatioResult>();

    private static bool IsPossibleRatio(RatioResult ratio) =>
        IsPositive(ratio.Value)
        && IsPositive(ratio.Lo ?? ratio.Value)
        && IsPositive(ratio.Hi ?? ratio.Value)
        && !(ratio.Lo > ratio.Value)
        && !(ratio.Hi < ratio.Value)
        && ratio.Verdict is not "";

    private static bool IsPositive(double value) => value > 0 && double.IsFinite(value);

    private static bool HasNull<T>(IEnumerable<T> items) => items.Any(item => item is null);

    private static UserErrorException CreateException(string path, string flaw) =>
        new($"{path}: error: the result {flaw}. The file is incomplete or was changed by hand. {FileAdvice}");

    private static string GetTextBefore(string end, string text) => text.Split(end, 2)[0];
}
