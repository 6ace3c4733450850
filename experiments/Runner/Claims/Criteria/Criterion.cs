namespace Experiments.Claims.Criteria;

/// <summary>
/// The conditions of each verdict. They are tried in this order: holds, differs, no longer holds. All conditions of a
/// verdict must be met. What meets neither those of holds nor those of differs no longer holds.
/// </summary>
internal sealed record Criterion(IReadOnlyList<Condition> Holds, IReadOnlyList<Condition>? Differs = null)
{
    public IEnumerable<Condition> Conditions => Holds.Concat(Differs ?? []);

    /// <summary>
    /// Decides the verdict. A verdict is given only if the intervals of all metrics lie within its conditions; what the
    /// intervals leave open is <see cref="Verdict.CannotTell"/>.
    /// </summary>
    public Decision Decide(IReadOnlyDictionary<string, Metric> metrics, int requiredStarts = 1)
    {
        string[] names = [.. Conditions.Select(condition => condition.Metric)];
        if (names.FirstOrDefault(name => !metrics.ContainsKey(name)) is { } missing)
            throw new ArgumentException($"The metric '{missing}' was not measured.", nameof(metrics));
        var named = names.Select(name => metrics[name]).Where(metric => !metric.IsExact).ToArray();
        if (named.Any(metric => metric.Starts < requiredStarts))
            return new Decision(Verdict.CannotTell, $"{named.Min(metric => metric.Starts)} of {requiredStarts} starts");
        if (named.Any(metric => metric.Lo is null))
            return new Decision(Verdict.CannotTell, "one measurement has no interval");
        var (holds, differs) = (Evaluate(Holds, metrics), Differs is null ? false : Evaluate(Differs, metrics));
        return (holds, differs) switch
        {
            (true, _) => new Decision(Verdict.Holds),
            (false, true) => new Decision(Verdict.Differs),
            (false, false) => new Decision(Verdict.NoLongerHolds),
            (null, true) => Open(Verdict.Holds, Verdict.Differs),
            (null, false) => Open(Verdict.Holds, Verdict.NoLongerHolds),
            (false, null) => Open(Verdict.Differs, Verdict.NoLongerHolds),
            _ => Open(Verdict.Holds, Verdict.Differs, Verdict.NoLongerHolds),
        };
    }

    private static Decision Open(params Verdict[] open) =>
        new(Verdict.CannotTell, string.Join(" or ", open.Select(verdict => verdict.GetText())));

    // All conditions must be met: one that is not met decides, one that is open leaves the others' result open.
    private static bool? Evaluate(IReadOnlyList<Condition> conditions, IReadOnlyDictionary<string, Metric> metrics)
    {
        bool?[] results = [.. conditions.Select(condition => condition.Evaluate(metrics[condition.Metric]))];
        return results.Contains(false) ? false : results.Contains(null) ? null : true;
    }
}

internal sealed record Decision(Verdict Verdict, string? Explanation = null);

/// <summary>A condition of a criterion: a metric, a comparison and a limit, such as ratio &gt;= 1.31.</summary>
[JsonConverter(typeof(ConditionConverter))]
internal sealed partial record Condition(string Metric, string Comparison, double Limit)
{
    public const string Pattern = @"^[a-z][a-z0-9_]* (>=|<=|==|>|<) -?[0-9]+(\.[0-9]+)?$";

    public static Condition Parse(string text) =>
        ConditionPattern().IsMatch(text) && text.Split(' ') is [var metric, var comparison, var limit]
        ? new Condition(metric, comparison, double.Parse(limit, CultureInfo.InvariantCulture))
        : throw new FormatException($"'{text}' is not a condition. Write it like this: ratio >= 1.31");

    /// <summary>Decides by the whole interval of the metric, and never by the estimate inside it.</summary>
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
        public override Condition Read(
            ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => Parse(reader.GetString()!);

        public override void Write(Utf8JsonWriter writer, Condition value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.ToString());
    }
}
