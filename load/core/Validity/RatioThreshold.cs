namespace TwoTier.Load.Validity;

/// <summary>
/// A condition on the ratio of a variant to the baseline: <c>p99 B/A &lt; 1.1</c>, <c>allocation B/A &lt; 1.05</c>.
/// </summary>
internal sealed partial record RatioThreshold(
    string Text, ComparedMetric Metric, string Variant, string Baseline, string Operator, double Limit)
{
    /// <returns>The condition; null if the text names no ratio.</returns>
    /// <exception cref="FormatException">The metric or the limit is wrong.</exception>
    public static RatioThreshold? Parse(string text)
    {
        var match = Pattern().Match(text.Trim());
        if (!match.Success)
            return null;
        var name = match.Groups["metric"].Value;
        ComparedMetric[] metrics = [.. ComparedMetrics.All.Where(metric => metric.OptionName == name)];
        return metrics is [var one] && Number.TryParse(match.Groups["limit"].Value, out var limit)
            ? new RatioThreshold(
                text,
                one,
                match.Groups["variant"].Value,
                match.Groups["baseline"].Value,
                match.Groups["operator"].Value,
                limit)
            : throw ParseException.CreateForUnexpectedText(
                text,
                $"{string.Join(", ", ComparedMetrics.All.Select(metric => metric.OptionName))}; the ratio, such as B/A; "
                + "an operator (<, <=, >= or >) and a number",
                "'p99 B/A < 1.1'");
    }

    public ThresholdResult Evaluate(Judgement? judgement) => judgement?.Find(Variant, Metric) is { } ratio
        ? ThresholdResult.Judge(
            Text, ratio.Estimate.Value, ratio.Interval, value => Threshold.IsMet(value, Operator, Limit), FormatRatio)
        : new ThresholdResult(Text, NotMeasured, false);

    [GeneratedRegex(
        @"^(?<metric>.+?)\s+(?<variant>\S+?)/(?<baseline>\S+?)\s*(?<operator><=|>=|<|>)\s*(?<limit>[^<>=]+)$",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();
}
