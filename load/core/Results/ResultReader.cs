using System.Numerics;

namespace TwoTier.Load.Results;

internal static class ResultReader
{
    private const string FileAdvice = "Try a .json file that load run or load compare wrote";

    // So many that their sums cannot overflow.
    private const long MaxCount = 1_000_000_000_000_000;
    private const double MaxSeconds = 1e9;

    // The words after which an error message of System.Text.Json lists the missing properties.
    private const string MissingProperties = "including: ";

    public static Result Read(string path)
    {
        var json = ReadBytes(path);
        CheckSchema(path, json);
        try
        {
            var result = JsonSerializer.Deserialize(json, ResultJson.Default.Result)!;
            return FindInconsistency(result) is { } flaw ? throw CreateException(path, flaw) : result;
        }
        catch (JsonException e)
        {
            throw CreateException(path, DescribeJsonError(e));
        }
    }

    private static ReadOnlySpan<byte> ReadBytes(string path)
    {
        try
        {
            ReadOnlySpan<byte> bytes = UserFile.ReadBytes(path);
            return bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"{path}: error: cannot read the file: {e.Message.TrimEnd('.')}. {FileAdvice}");
        }
    }

    // The schema is checked before missing properties are reported: a file of another schema also lacks properties, but
    // the schema is the cause.
    private static void CheckSchema(string path, ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        var schema = "none";
        try
        {
            while (reader.Read())
            {
                if (reader is { CurrentDepth: 1, TokenType: JsonTokenType.PropertyName }
                    && reader.ValueTextEquals("schema") && reader.Read() && reader.TokenType is JsonTokenType.String)
                {
                    schema = reader.GetString();
                }
            }
        }
        catch (JsonException e)
        {
            var place = $"{path}:{e.LineNumber + 1}:{e.BytePositionInLine + 1}";
            throw new UserErrorException(
                $"{place}: error: the file is not JSON: {GetTextBefore(" LineNumber:", e.Message)} {FileAdvice}");
        }

        if (schema != Result.SchemaId)
            throw new UserErrorException($"{path}: error: the schema is {schema}; expected {Result.SchemaId}. {FileAdvice}");
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
        _ when result.Variants.FirstOrDefault(variant => !HasPossibleCounts(variant)) is { } variant =>
            $"has impossible counts or times of {variant.Name}",
        { Kind: Result.RunKind } when !HasPossibleRate(result.Variants[0]) =>
            "has a throughput that does not follow from its requests and its time",
        _ when result.Provenance.Any(row => row is not [_, _]) => "has a provenance that is not a list of pairs",
        _ => FindHistogramFlaw(result.Variants),
    };

    // A request ends with a status or a transport error, and only one with a response has a latency.
    private static bool HasPossibleCounts(VariantResult variant)
    {
        var statuses = variant.Statuses.Values.Aggregate(BigInteger.Zero, (sum, count) => sum + count);
        var ended = variant.TransportErrors.Values.Aggregate(statuses, (sum, count) => sum + count);
        return variant.Statuses.Values.Concat(variant.TransportErrors.Values).All(count => count >= 0)
            && variant.Requests == ended && variant.Errors <= variant.Requests
            && variant.Parts.Prepend(variant).SelectMany(GetCounts).Concat(GetOtherCounts(variant))
                .All(count => count is null or (>= 0 and <= MaxCount))
            && (variant.Requests == 0 || variant.MeasuredS is null or (> 0 and < MaxSeconds))
            && !(variant.Latency.Count > variant.Requests);
    }

    private static IEnumerable<long?> GetCounts(PartResult part) =>
    [
        part.Requests, part.Errors, part.CheckFailures, part.Planned, part.Sent, part.Queued, part.Dropped,
        .. part.Statuses.Values, .. part.TransportErrors.Values, .. part.UnexpectedStatuses?.Values ?? [],
    ];

    private static IEnumerable<long?> GetOtherCounts(VariantResult variant) =>
    [
        variant.Bytes, variant.UnexpectedBytes, variant.Unfinished,
        variant.Timings?.ConnectionsOpened, .. variant.Failures?.Select(failure => (long?)failure.Count) ?? [],
    ];

    // The throughput of a run is that of its busy time.
    private static bool HasPossibleRate(VariantResult run)
    {
        var successes = run.Requests - run.Errors;
        return run.Throughput.Rate >= 0
            && (run.BusyS is not { } busy || Math.Abs(run.Throughput.Rate * busy - successes) <= 0.001 * successes);
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
