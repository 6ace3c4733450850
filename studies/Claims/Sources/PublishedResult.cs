using System.Globalization;

namespace Studies.Claims.Sources;

/// <summary>
/// What a publication reported. Machines have changed since, so its figures are not compared with today's; the ratio
/// is.
/// </summary>
/// <param name="Ratio">The ratio that the publication reported; null for a statement without one.</param>
/// <param name="Figures">The figures as published.</param>
internal sealed record PublishedResult(double? Ratio, string Figures)
{
    /// <summary>A statement without a number.</summary>
    public static PublishedResult Qualitative { get; } = new(null, "a statement");

    public bool IsBaseline => Ratio is 1;

    /// <summary>Creates the result that the other results of a publication are compared with.</summary>
    public static PublishedResult Baseline(string figures) => new(1, figures);

    /// <summary>Creates the ratio of two rates.</summary>
    public static PublishedResult FromRates(double rate, double baseline) =>
        new(rate / baseline, $"{Format(rate)} req/s, against {Format(baseline)}");

    /// <summary>Formats a figure with a space between thousands: 3 181.</summary>
    public static string Format(double figure) => figure.ToString("# ##0.###", CultureInfo.InvariantCulture).Trim();
}
