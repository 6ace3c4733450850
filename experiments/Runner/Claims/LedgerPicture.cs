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
    private const double MarkCenter = 467;
    private const double RowHeight = 19;
    private const double HeadingHeight = 26;
    private const double LineHeight = 18;

    public static string Format(Ledger ledger)
    {
        var sources = ledger.Publications
            .Select(publication => (publication.Name, Rows: ledger.GetEntries(publication).Where(IsDrawn).ToArray()))
            .Where(source => source.Rows is not []).ToArray();
        var rows = sources.SelectMany(source => source.Rows).ToArray();
        var picture = new SvgPicture(
            "Published ratios, and the same ratios measured again", string.Join(' ', rows.Select(Describe)));
        var axis = new LogAxis(rows.SelectMany(GetValues), AxisLeft, AxisRight);
        var top = AddLegend(picture, rows.Select(row => row.Row.Verdict).Distinct().Order());
        var bottom = top + (sources.Length * HeadingHeight) + (rows.Length * RowHeight);
        AddGrid(picture, axis, top, bottom);
        var y = top;
        foreach (var (name, drawn) in sources)
        {
            y += HeadingHeight;
            picture.AddText(
                0, y - SvgPicture.HalfLetter, name, size: SvgPicture.FontSize,
                isBold: true, colour: Palette.Ink, maxWidth: AxisLeft);
            foreach (var entry in drawn)
            {
                var center = y + (RowHeight / 2);
                picture.AddGroup($"row-{entry.Claim.Id}", () => AddRow(picture, axis, center, entry));
                y += RowHeight;
            }
        }

        return picture.Format(bottom + 40);
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

    /// <summary>Adds what is drawn, and the marks of the verdicts, in as few lines as they need.</summary>
    /// <returns>The place below the legend.</returns>
    private static double AddLegend(SvgPicture picture, IEnumerable<Verdict> verdicts)
    {
        const double gap = 14;
        var (left, line) = (0.0, 16.0);
        Add("published", (x, y) => AddPublished(picture, x - (gap / 2), y));
        Add("measured, with its 95 % interval", (x, y) => AddMeasured(picture, x, x - gap, x + gap, y));
        Add("single starts", (x, y) => AddStarts(picture, [x - 4, x, x - 2, x + 2], y));
        foreach (var verdict in verdicts)
            Add($"{verdict.GetMark()} {verdict.GetText()}");
        return line + LineHeight;

        void Add(string text, Action<double, double>? addMark = null)
        {
            var markWidth = addMark is null ? 0 : 2.5 * gap;
            var width = markWidth + TextWidth.Estimate(text, SvgPicture.SmallFontSize);
            if (left + width > SvgPicture.Width)
                (left, line) = (0, line + LineHeight);
            addMark?.Invoke(left + gap, line - SvgPicture.HalfLetter);
            picture.AddText(left + markWidth, line, text);
            left += width + gap;
        }
    }

    private static void AddGrid(SvgPicture picture, LogAxis axis, double top, double bottom)
    {
        foreach (var tick in axis.GetTicks())
        {
            var x = axis.Place(tick);
            picture.AddLine(x, top, x, bottom + 4, tick is 1 ? Palette.Quiet : Palette.Grid);
            picture.AddText(x, bottom + LineHeight, LogAxis.FormatTick(tick), isCentered: true);
        }

        picture.AddText(
            (AxisLeft + AxisRight) / 2, bottom + 34, "ratio, logarithmic scale", isCentered: true, colour: Palette.Quiet);
    }

    private static void AddRow(
        SvgPicture picture, LogAxis axis, double center, LedgerEntry entry)
    {
        var (id, ratio, baseline) = (entry.Claim.Id, entry.MeasuredRatio!, center + SvgPicture.HalfLetter);
        picture.AddText(
            0, baseline, entry.Claim.File.RowName ?? entry.Claim.File.Name, maxWidth: AxisLeft);
        AddStarts(picture, [.. (ratio.StartValues ?? []).Select(axis.Place)], center);
        var (published, measured) = (axis.Place(GetPublished(entry)!.Value), axis.Place(ratio.Value));
        picture.AddLine(published, center, measured, center, Palette.Rule, 1.5);
        AddPublished(picture, published, center);
        AddMeasured(picture, measured, axis.Place(ratio.Lo!.Value), axis.Place(ratio.Hi!.Value), center);
        picture.AddText(
            MarkCenter, baseline, entry.Row.Verdict.GetMark(), isCentered: true, SvgPicture.FontSize,
            colour: Palette.Ink);
    }

    private static void AddPublished(SvgPicture picture, double published, double center) =>
        picture.AddDot(published, center, 4, Palette.Page, Palette.Quiet);

    // A dot for each start, the first one at the top.
    private static void AddStarts(SvgPicture picture, double[] starts, double center)
    {
        foreach (var (index, x) in starts.Index())
            picture.AddDot(x, center + (13 * (((index + 0.5) / starts.Length) - 0.5)), 0.8, Palette.Rule, Palette.Rule);
    }

    private static void AddMeasured(SvgPicture picture, double estimate, double low, double high, double center)
    {
        picture.AddRectangle(low, center - 3.5, high - low, 7, Palette.Ink, opacity: 0.4);
        picture.AddRectangle(estimate - 1.25, center - 6, 2.5, 12, Palette.Ink);
    }
}
