namespace Studies.Claims.Criteria;

/// <summary>A condition of a criterion: a metric, a comparison and a limit, such as ratio &gt;= 1.31.</summary>
[JsonConverter(typeof(ConditionConverter))]
internal sealed partial record Condition(string Metric, string Comparison, double Limit)
{
    public const string Pattern = @"^[a-z][a-z0-9_]* (>=|<=|==|>|<) -?[0-9]+(\.[0-9]+)?$";

    public static Condition Parse(string text) =>
        ConditionPattern().IsMatch(text) && text.Split(' ') is [var metric, var comparison, var limit]
        ? new Condition(metric, comparison, double.Parse(limit, CultureInfo.InvariantCulture))
        : throw new FormatException($"'{text}' is not a condition. Write it like this: ratio >= 1.31");

    /// <summary>
    /// Decides the condition by the whole interval of the metric, and never by the estimate inside it.
    /// </summary>
    /// <returns>Whether the condition is met; null if the interval lies on both sides of the limit.</returns>
    public bool? Evaluate(Metric metric) => metric is { Lo: { } low, Hi: { } high } ? (Comparison switch
    {
        ">=" => (low >= Limit, high < Limit),
        ">" => (low > Limit, high <= Limit),
        "<=" => (high <= Limit, low > Limit),
        "<" => (high < Limit, low >= Limit),
        _ => (low == Limit && high == Limit, low > Limit || high < Limit),
    }) switch
    {
        (true, _) => true,
        (_, true) => false,
        _ => null,
    }
    : null;

    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{Metric} {Comparison} {Limit:0.######}");

    [GeneratedRegex(Pattern)]
    private static partial Regex ConditionPattern();

    private sealed class ConditionConverter : JsonConverter<Condition>
    {
        public override Condition Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            try
            {
                return Parse(reader.GetString()!);
            }
            catch (Exception e) when (e is FormatException or InvalidOperationException)
            {
                throw new JsonException(e.Message, e);
            }
        }

        public override void Write(Utf8JsonWriter writer, Condition value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToString());
    }
}
