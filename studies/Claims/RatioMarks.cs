namespace Studies.Claims;

/// <summary>Draws what a row of a picture has: a published ratio, starts, and an estimate with its interval.</summary>
internal static class RatioMarks
{
    private const double DotRadius = 4;
    private const double IntervalHeight = 7;
    private const double EstimateHeight = 12;
    private const double EstimateWidth = 2.5;
    private const double StartRadius = 0.8;
    private const double StartsHeight = 13;

    public static void AddPublished(SvgPicture picture, double published, double center) =>
        picture.AddDot(published, center, DotRadius, Palette.Page, Palette.Quiet);

    /// <summary>Adds a dot for each start, the first one at the top.</summary>
    public static void AddStarts(SvgPicture picture, double[] starts, double center)
    {
        foreach (var (index, x) in starts.Index())
        {
            var y = center + (StartsHeight * (((index + 0.5) / starts.Length) - 0.5));
            picture.AddDot(x, y, StartRadius, Palette.Rule, Palette.Rule);
        }
    }

    public static void AddMeasured(SvgPicture picture, double estimate, double low, double high, double center)
    {
        picture.AddBar(low, high, center, IntervalHeight, Palette.Ink, opacity: 0.4);
        picture.AddBar(
            estimate - (EstimateWidth / 2), estimate + (EstimateWidth / 2), center, EstimateHeight, Palette.Ink);
    }
}
