namespace Studies.Claims;

/// <summary>
/// Draws the ledger: for each row the published ratio, and the measured one with its interval and its starts, in the
/// order of time from top to bottom. Rows of which one is missing are not drawn, and the caption counts them.
/// </summary>
internal static class LedgerPicture
{
    public const double LabelLeft = 38;
    public const double AxisLeft = 258;
    private const double AxisRight = 448;
    private const double MarkCenter = 467;
    public const double RowHeight = 19;
    public const double HeadingHeight = 26;
    public const double LineHeight = 18;
    public const double AxisHeight = 40;

    public static bool IsDrawn(LedgerEntry entry) => GetReasonNotDrawn(entry) is null;

    public static string Format(Ledger ledger)
    {
        LedgerEntry[] rows = [.. ledger.Library.Sources.SelectMany(ledger.GetEntries).Where(IsDrawn)];
        var legend = new LedgerLegend(rows);
        var top = legend.Bottom;
        var headings = ledger.Library.Sources.Count(source => ledger.GetEntries(source).Any(IsDrawn));
        var bottom = top + (headings * HeadingHeight) + (rows.Length * RowHeight);
        var picture = new SvgPicture(
            "Published ratios, and the same ratios measured again",
            string.Join(' ', rows.Select(Describe)),
            bottom + AxisHeight);
        var axis = CreateAxis(rows.SelectMany(GetValues));
        legend.AddTo(picture);
        AddGrid(picture, axis, top, bottom);
        var y = top;
        foreach (var source in ledger.Library.Sources)
        {
            LedgerEntry[] drawn = [.. ledger.GetEntries(source).Where(IsDrawn)];
            if (drawn is [])
                continue;
            y += HeadingHeight;
            picture.AddText(
                0, y - SvgPicture.HalfLetter, $"{source.Publication.Letter}. {source.Publication.Name}",
                size: SvgPicture.FontSize, isBold: true, colour: Palette.Ink, maxWidth: AxisLeft);
            foreach (var entry in drawn)
            {
                var center = y + (RowHeight / 2);
                picture.AddGroup(
                    $"row-{entry.Claim.Id}",
                    entry.Decision.Verdict is Verdict.ChangedAfterData,
                    () => AddRow(picture, axis, center, source.Publication, entry));
                y += RowHeight;
            }
        }

        return picture.Format();
    }

    /// <summary>Formats the sentence below the picture, which counts the rows that it leaves out.</summary>
    public static string FormatCaption(Ledger ledger)
    {
        var drawn = ledger.Entries.Count(IsDrawn);
        var left = ledger.Entries.Select(GetReasonNotDrawn).OfType<string>().GroupBy(reason => reason)
            .OrderByDescending(group => group.Count())
            .Select(group => $"{group.Count()} {group.Key}");
        return $"The picture has {drawn} of {ledger.Entries.Count} rows, on a logarithmic scale. Pale dots are "
            + $"single starts, the first one at the top. It leaves out {string.Join(", ", left)}.";
    }

    private static string? GetReasonNotDrawn(LedgerEntry entry) => entry switch
    {
        _ when GetPublished(entry) is null => "without a published ratio",
        { MeasuredRatio: null } => "whose ratio is not yet measured",
        { MeasuredRatio: not { Lo: > 0, Hi: > 0 } } => "measured without an interval",
        _ => null,
    };

    private static IEnumerable<double> GetValues(LedgerEntry entry) =>
    [
        entry.MeasuredRatio!.Lo!.Value, entry.MeasuredRatio.Hi!.Value, .. entry.MeasuredRatio.StartValues ?? [],
        GetPublished(entry)!.Value,
    ];

    public static LogAxis CreateAxis(IEnumerable<double> values) => new(values.Append(1), AxisLeft, AxisRight);

    private static double? GetPublished(LedgerEntry entry) => entry.Claim.File.Published.GetRatio();

    private static string Describe(LedgerEntry entry) => $"{entry.Claim.Id}: "
        + $"published {LedgerNumbers.Format(GetPublished(entry))}, measured "
        + $"{LedgerNumbers.Format(entry.MeasuredRatio!)}, {entry.Decision.Verdict.GetText()}.";

    private static void AddRow(
        SvgPicture picture, LogAxis axis, double center, Publication publication, LedgerEntry entry)
    {
        var (id, ratio) = (entry.Claim.Id, entry.MeasuredRatio!);
        picture.AddText(0, center + SvgPicture.HalfLetter, id, isBold: true, maxWidth: LabelLeft);
        if (publication.RowNames.TryGetValue(id, out var name))
            picture.AddText(LabelLeft, center + SvgPicture.HalfLetter, name, maxWidth: AxisLeft - LabelLeft);
        var measured = axis.Place(ratio.Value);
        RatioMarks.AddStarts(picture, [.. (ratio.StartValues ?? []).Select(axis.Place)], center);
        var published = axis.Place(GetPublished(entry)!.Value);
        picture.AddLine(published, center, measured, center, Palette.Rule, 1.5);
        RatioMarks.AddPublished(picture, published, center);
        RatioMarks.AddMeasured(picture, measured, axis.Place(ratio.Lo!.Value), axis.Place(ratio.Hi!.Value), center);
        picture.AddText(
            MarkCenter, center + SvgPicture.HalfLetter, entry.Decision.Verdict.GetMark(), TextAnchor.Middle,
            SvgPicture.FontSize, colour: Palette.Ink);
    }

    public static void AddGrid(SvgPicture picture, LogAxis axis, double top, double bottom)
    {
        const double gap = 4;
        foreach (var tick in axis.GetTicks(tick =>
            TextWidth.Estimate(LogAxis.FormatTick(tick), SvgPicture.SmallFontSize) + gap))
        {
            var (x, isOne) = (axis.Place(tick), Math.Abs(tick - 1) < 1e-9);
            picture.AddLine(x, top, x, bottom + 4, isOne ? Palette.Quiet : Palette.Grid);
            picture.AddText(x, bottom + LineHeight, LogAxis.FormatTick(tick), TextAnchor.Middle);
        }

        picture.AddText(
            (AxisLeft + AxisRight) / 2, bottom + (2 * LineHeight) - 2, "ratio, logarithmic scale", TextAnchor.Middle,
            colour: Palette.Quiet);
    }
}
