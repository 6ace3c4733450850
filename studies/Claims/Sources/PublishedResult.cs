using System.Globalization;

namespace Studies.Claims.Sources;

/// <summary>
/// The result that a publication reported for a claim. Machines have changed since then, so that only the published
/// ratio is compared with today's, and not the numbers from which it was computed.
/// </summary>
/// <param name="Ratio">The published ratio; null if the publication made a statement without a ratio.</param>
/// <param name="Figures">The published numbers, as text.</param>
internal sealed record PublishedResult(double? Ratio, string Figures)
{
    /// <summary>The result of a publication that made a statement without a number.</summary>
    public static PublishedResult StatementWithoutRatio { get; } = new(null, "a statement");

    public bool IsBaseline => Ratio is 1;

    /// <summary>Creates the published result with which other results of the same publication are compared.</summary>
    public static PublishedResult Baseline(string figures) => new(1, figures);

    /// <summary>Creates a published result whose ratio is the quotient of two rates.</summary>
    public static PublishedResult FromRates(double rate, double baseline) =>
        new(rate / baseline, $"{Format(rate)} req/s, against {Format(baseline)}");

    /// <summary>Formats a number with spaces between thousands, such as 3 181.</summary>
    public static string Format(double figure) => figure.ToString("# ##0.###", CultureInfo.InvariantCulture).Trim();
}
