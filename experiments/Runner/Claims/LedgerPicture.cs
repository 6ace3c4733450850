using Experiments.Pictures;

namespace Experiments.Claims;

/// <summary>
/// Draws the ledger: for each row the published ratio, and the measured one with its interval and its starts, in the
/// order of time from top to bottom. Rows of which one is missing are not drawn, and the caption counts them.
/// </summary>
internal static class LedgerPicture
{
    private const double AxisLeft = 258;
    private const double AxisRight = 448;
    private const double RowHeight = 19;
    private const double HeadingHeight = 26;
    private const double Top = 52;

    public static string Format(Ledger ledger)
    {
        LedgerEntry[] rows = [.. ledger.Entries.Where(IsDrawn)];
        var sources = rows.GroupBy(row => row.Claim.Publication.Name).ToArray();
        var picture = new SvgPicture(
            "Published ratios, and the same ratios measured again", string.Join(' ', rows.Select(Describe)));
        double[] values = [1, .. rows.SelectMany(GetValues)];
        var (low, high) = (Math.Log10(values.Min()), Math.Log10(values.Max()));
        var bottom = Top + (sources.Length * HeadingHeight) + (rows.Length * RowHeight);
        AddLegend(picture, rows.Select(row => row.Row.Verdict).Distinct().Order());
        for (var power = Math.Ceiling(low); power <= high; power++)
        {
            var (tick, x) = (Math.Pow(10, power), Place(Math.Pow(10, power)));
            picture.AddRectangle(x - 0.5, Top, 1, bottom + 4 - Top, tick is 1 ? Colour.Quiet : Colour.Grid);
            picture.AddText(
                x, bottom + 14, tick.ToString("# ##0.#####", CultureInfo.InvariantCulture).Trim(), anchor: "middle");
        }

        picture.AddText((AxisLeft + AxisRight) / 2, bottom + 30, "ratio, logarithmic scale", Colour.Quiet, anchor: "middle");
        var y = Top;
        foreach (var source in sources)
        {
            y += HeadingHeight;
            picture.AddText(0, y - 9, source.Key, Colour.Ink, size: 13, weight: 600);
            foreach (var entry in source)
            {
                AddRow(picture, Place, y + (RowHeight / 2), entry);
                y += RowHeight;
            }
        }

        return picture.Format(bottom + 40);

        double Place(double value) => AxisLeft + ((AxisRight - AxisLeft) * (Math.Log10(value) - low) / (high - low));
    }

    /// <summary>Formats the sentence below the picture, which counts the rows that it leaves out.</summary>
    public static string FormatCaption(Ledger ledger)
    {
        var left = ledger.Entries.Select(GetReasonNotDrawn).OfType<string>()
            .CountBy(reason => reason).OrderByDescending(reason => reason.Value)
            .Select(reason => $"{reason.Value} {reason.Key}");
        return $"Shown: {ledger.Entries.Count(IsDrawn)} of {ledger.Entries.Count} rows, on a logarithmic scale. "
            + $"A pale dot is one start of the processes, the first at the top. Left out: {string.Join(", ", left)}.";
    }

    private static bool IsDrawn(LedgerEntry entry) => GetReasonNotDrawn(entry) is null;

    private static string? GetReasonNotDrawn(LedgerEntry entry) => entry switch
    {
        _ when GetPublished(entry) is null => "without a published ratio",
        { MeasuredRatio: null } => "without a ratio",
        { MeasuredRatio: not { Lo: > 0, Hi: > 0 } } => "measured without an interval",
        _ => null,
    };

    private static IEnumerable<double> GetValues(LedgerEntry entry) =>
    [
        entry.MeasuredRatio!.Lo!.Value, entry.MeasuredRatio.Hi!.Value, .. entry.MeasuredRatio.StartValues ?? [],
        GetPublished(entry)!.Value,
    ];

    private static double? GetPublished(LedgerEntry entry) => entry.Claim.File.Published.GetRatio();

    private static string Describe(LedgerEntry entry) => $"{entry.Claim.File.Name}: "
        + $"published {LedgerNumbers.Format(GetPublished(entry))}, measured "
        + $"{LedgerNumbers.Format(entry.MeasuredRatio!)}, {entry.Row.Verdict.GetText()}.";

    private static void AddLegend(SvgPicture picture, IEnumerable<Verdict> verdicts)
    {
        const double center = 11;
        AddPublished(picture, 7, center);
        picture.AddText(20, center, "published");
        AddMeasured(picture, 118, 104, 132, center);
        picture.AddText(140, center, "measured, with its 95 % interval");
        AddStarts(picture, [366, 370, 368, 372], center);
        picture.AddText(382, center, "single starts");
        foreach (var (place, verdict) in verdicts.Index())
            picture.AddText(120 * place, center + 18, $"{verdict.GetMark()} {verdict.GetText()}");
    }

    private static void AddRow(SvgPicture picture, Func<double, double> place, double center, LedgerEntry entry)
    {
        var ratio = entry.MeasuredRatio!;
        var (published, measured) = (place(GetPublished(entry)!.Value), place(ratio.Value));
        picture.AddText(0, center, entry.Claim.File.RowName ?? entry.Claim.File.Name);
        AddStarts(picture, [.. (ratio.StartValues ?? []).Select(place)], center);
        picture.AddRectangle(
            Math.Min(published, measured), center - 0.75, Math.Abs(published - measured), 1.5, Colour.Rule);
        AddPublished(picture, published, center);
        AddMeasured(picture, measured, place(ratio.Lo!.Value), place(ratio.Hi!.Value), center);
        picture.AddText(467, center, entry.Row.Verdict.GetMark(), Colour.Ink, size: 13, anchor: "middle");
    }

    // A ring.
    private static void AddPublished(SvgPicture picture, double published, double center)
    {
        picture.AddDot(published, center, 4.75, Colour.Quiet);
        picture.AddDot(published, center, 3.25, Colour.Page);
    }

    // A dot for each start, the first one at the top.
    private static void AddStarts(SvgPicture picture, double[] starts, double center)
    {
        foreach (var (index, x) in starts.Index())
            picture.AddDot(x, center + (13 * (((index + 0.5) / starts.Length) - 0.5)), 1.55, Colour.Rule);
    }

    private static void AddMeasured(SvgPicture picture, double estimate, double low, double high, double center)
    {
        picture.AddRectangle(low, center - 3.5, high - low, 7, Colour.Ink, opacity: 0.4);
        picture.AddRectangle(estimate - 1.25, center - 6, 2.5, 12, Colour.Ink);
    }
}
