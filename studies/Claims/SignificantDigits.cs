using System.Globalization;

namespace Studies.Claims;

/// <summary>Numbers as the ledger writes them: three significant digits.</summary>
internal static class Figures
{
    private const int Digits = 3;

    public static string Of(double value)
    {
        if (value == 0)
            return "0";
        var decimals = Math.Clamp(Digits - 1 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 9);
        return Math.Round(value, decimals).ToString($"# ### ##0.{new string('0', decimals)}", CultureInfo.InvariantCulture)
            .Trim().TrimEnd('.');
    }

    /// <summary>0.18 ×, with a space that no line breaks at.</summary>
    public static string Times(double ratio) => $"{Of(ratio)}\u00a0×";

    public static string Times(Estimate ratio) => ratio.Lo == ratio.Hi
        ? $"**{Times(ratio.Value)}**"
        : $"**{Times(ratio.Value)}** [{Of(ratio.Lo)}, {Of(ratio.Hi)}]";
}
