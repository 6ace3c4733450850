namespace Experiments.Claims.Criteria;

/// <summary>Formats numbers as the ledger shows them: with three significant digits.</summary>
internal static class LedgerNumbers
{
    private const int Digits = 3;

    public static string Format(double? figure)
    {
        if (figure is not { } value)
            return "–";
        if (value == 0)
            return "0";
        var decimals = Math.Clamp(Digits - 1 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 9);
        var digits = Math.Round(Math.Abs(value), decimals)
            .ToString($"# ### ##0.{new string('0', decimals)}", CultureInfo.InvariantCulture)
            .Trim()
            .TrimEnd('.');
        return value < 0 ? $"−{digits}" : digits;
    }

    /// <summary>Formats a ratio with a multiplication sign after a non-breaking space, such as 0.18 ×.</summary>
    public static string FormatRatio(double ratio) => $"{Format(ratio)}\u00a0×";

    public static string Format(Metric metric) =>
        metric is { IsExact: false, Lo: not null }
            ? $"{Format(metric.Value)} {FormatInterval(metric)}"
            : Format(metric.Value);

    public static string FormatInterval(Metric metric) => metric is { Lo: { } low, Hi: { } high }
        ? $"[{Format(low)}, {Format(high)}]" : "";
}
