namespace Experiments.Claims;

/// <summary>
/// What an interval leaves of a decision, if effects below a limit do not matter: it lies beyond a limit (more, less),
/// on one side of 1 with a limit in it (perhaps), between the limits (none), or contains 1 and a limit (open).
/// </summary>
internal enum Effect
{
    More,
    PerhapsMore,
    None,
    PerhapsLess,
    Less,
    Open,
    Yes,
    No,
}

/// <summary>What was found, and the answer in words that follow from the measurement alone.</summary>
internal sealed record Answer(Effect Effect, string Text)
{
    private const double LargeRatio = 3;
    private const double Percent = 100;

    /// <summary>What it costs in a unit, such as 12 to 15 µs a call; null if only the ratio is known.</summary>
    public string? Absolute { get; init; }

    /// <summary>Answers a question; null if the measurement has no interval, or none of the metrics it needs.</summary>
    public static Answer? Create(ClaimFile file, IReadOnlyDictionary<string, Metric> metrics)
    {
        var question = file.Question!;
        if (question.SmallestEffect is { } smallest)
        {
            return metrics.GetValueOrDefault(LedgerEntry.Ratio) is { Lo: not null, Starts: > 1 } ratio
                ? Create(question, ratio, smallest) with
                {
                    Absolute = FormatAbsolute(question, metrics.GetValueOrDefault(LedgerEntry.Difference)),
                }
                : null;
        }

        if (!file.Criterion.Conditions.All(condition => metrics.ContainsKey(condition.Metric)))
            return null;
        var effect = file.Criterion.Decide(metrics).Verdict switch
        {
            Verdict.Holds => Effect.Yes,
            Verdict.CannotTell => Effect.Open,
            _ => Effect.No,
        };
        return new Answer(effect, $"**{question.Counted.GetValueOrDefault(GetKey(effect), "cannot tell")}**");
    }

    /// <summary>Judges an interval. The limits are as far from 1 in both directions, in logarithms.</summary>
    public static Effect Judge(Metric ratio, double smallestEffect) =>
        (ratio.Lo!.Value, ratio.Hi!.Value, Limit: 1 + smallestEffect) switch
        {
            var (low, _, limit) when low >= limit => Effect.More,
            var (_, high, limit) when high <= 1 / limit => Effect.Less,
            var (low, high, limit) when low > 1 / limit && high < limit => Effect.None,
            ( > 1, _, _) => Effect.PerhapsMore,
            (_, < 1, _) => Effect.PerhapsLess,
            _ => Effect.Open,
        };

    /// <summary>Gets the key of the words for an effect: more, less, none, open, yes or no.</summary>
    public static string GetKey(Effect effect) => effect switch
    {
        Effect.PerhapsMore => "more",
        Effect.PerhapsLess => "less",
        _ => effect.ToString().ToLowerInvariant(),
    };

    private static Answer Create(Question question, Metric ratio, double smallest)
    {
        var effect = Judge(ratio, smallest);
        var (range, quantity) = (FormatRange(ratio.Lo!.Value, ratio.Hi!.Value), question.Quantity);
        var than = $"{(ratio is { Lo: >= 1, Hi: >= LargeRatio } ? "as" : "than")} {question.Than}";
        return new Answer(effect, effect switch
        {
            Effect.None => $"**no difference in {quantity} that matters**: {range} {than}",
            Effect.Open => $"**cannot tell**: {range} {quantity} {than}",
            Effect.PerhapsMore or Effect.PerhapsLess => $"**{range} {quantity}** {than}; it may matter or not",
            _ => $"**{range} {quantity}** {than}",
        });
    }

    private static string? FormatAbsolute(Question question, Metric? difference)
    {
        if (difference is not { Lo: { } low, Hi: { } high })
            return null;
        var calls = question.Calls ?? 1;
        var (least, most) = (LedgerNumbers.Format(Math.Abs(low) / calls), LedgerNumbers.Format(Math.Abs(high) / calls));
        var per = question.Quantity?.Contains("per request", StringComparison.Ordinal) is not true ? ""
            : question.Calls is null ? " a request" : " a call";
        var unit = (difference.Unit is "µs" ? "µs of CPU time" : difference.Unit) + per;
        return (low, high) switch
        {
            ( < 0, > 0) => $"between {least} {unit} less and {most} more",
            _ when least == most => $"{least} {unit}",
            (_, <= 0) => $"{most} to {least} {unit} less",
            _ => $"{least} to {most} {unit}",
        };
    }

    public static string FormatRange(double low, double high) => (low, high) switch
    {
        ( >= 1, >= LargeRatio) => $"{LedgerNumbers.Format(low)} to {LedgerNumbers.Format(high)} times as much",
        ( >= 1, _) => $"{FormatPercent(low - 1, high - 1)} more",
        (_, <= 1) => $"{FormatPercent(1 - high, 1 - low)} less",
        _ => $"between {FormatNumber(1 - low)} % less and {FormatNumber(high - 1)} % more",
    };

    private static string FormatPercent(double low, double high) => (FormatNumber(low), FormatNumber(high)) switch
    {
        var (first, second) when first == second => $"{first} %",
        var (first, second) => $"{first} to {second} %",
    };

    // Two digits at least, where it matters: near zero, and near everything.
    private static string FormatNumber(double share) => (share * Percent).ToString(
        share is < 0.0995 or (> 0.95 and < 1) ? "0.0" : "0", CultureInfo.InvariantCulture);
}
