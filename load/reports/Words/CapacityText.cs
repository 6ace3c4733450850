using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Words;

/// <summary>Formats the result of a search for the capacity of a target.</summary>
internal static class CapacityText
{
    /// <summary>Formats the capacity with its interval, such as <c>195/s [191, 199] at 95 %</c>.</summary>
    public static string Format(CapacityResult capacity) => capacity switch
    {
        { RatePerS: { } rate } =>
            $"{FormatNumber(rate)}/s [{FormatNumber(capacity.LoPerS)}, {FormatNumber(capacity.HiPerS)}] at 95 %",
        { LoPerS: { } low, HiPerS: { } high } =>
            $"between {FormatNumber(low)}/s, which held, and {FormatNumber(high)}/s, which did not",
        { LoPerS: { } low } => $"at least {FormatNumber(low)}/s: no rate that was tried broke the objectives",
        { HiPerS: { } high } => $"below {FormatNumber(high)}/s: no rate that was tried met the objectives",
        _ => "not found",
    };
}
