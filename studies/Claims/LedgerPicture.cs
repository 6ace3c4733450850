namespace Studies.Claims;

/// <summary>
/// Draws the ledger: for each row the published ratio and the measured one with its interval. Rows of which one is
/// missing are not drawn, and the caption counts them.
/// </summary>
internal static class LedgerPicture
{
    private const double LabelLeft = 36;
    private const double AxisLeft = 258;
    private const double AxisRight = 448;
    private const double MarkCenter = 467;
    private const double RowHeight = 19;
    private const double HeadingHeight = 26;
    private const double LineHeight = 18;
    private const double LegendTop = 16;
    private const double AxisHeight = 40;
    private const double DotRadius = 4;
    private const double IntervalHeight = 7;
    private const double EstimateHeight = 12;
    private const double EstimateWidth = 2.5;
    public static bool IsDrawn(LedgerEntry entry) => GetReasonNotDrawn(entry) is null;

    public static string Format(Ledger ledger)
    {
        LedgerEntry[] rows = [.. ledger.Library.Sources.SelectMany(ledger.GetEntries).Where(IsDrawn)];
        var legend = PlaceMarks(rows);
        var top = LegendTop + (LineHeight * (1 + legend.Select(item => item.Line).LastOrDefault()));
        var headings = ledger.Library.Sources.Count(source => ledger.GetEntries(source).Any(IsDrawn));
        var bottom = top + (headings * HeadingHeight) + (rows.Length * RowHeight);
        var picture = new SvgPicture(
            "Published ratios, and the same ratios measured again",
            string.Join(' ', rows.Select(Describe)),
            bottom + AxisHeight);
        var axis = new LogAxis(rows.SelectMany(GetValues).Append(1), AxisLeft, AxisRight);
        AddLegend(picture, legend);
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
        return $"The picture has {drawn} of {ledger.Entries.Count} rows, on a logarithmic scale. It leaves out "
            + $"{string.Join(", ", left)}.";
    }

    private static string? GetReasonNotDrawn(LedgerEntry entry) => entry switch
    {
        { Decision.Verdict: Verdict.NotComparable } => "whose ratios are not comparable",
        _ when entry.Claim.File.Published.GetRatio() is null => "without a published ratio",
        { MeasuredRatio: null } => "whose ratio is not yet measured",
        { MeasuredRatio: not { Lo: > 0, Hi: > 0 } } => "measured without an interval",
        _ => null,
    };

    private static IEnumerable<double> GetValues(LedgerEntry entry) =>
        [entry.Claim.File.Published.GetRatio()!.Value, entry.MeasuredRatio!.Lo!.Value, entry.MeasuredRatio.Hi!.Value];

    private static string Describe(LedgerEntry entry) => $"{entry.Claim.Id}: published "
        + $"{LedgerNumbers.Format(entry.Claim.File.Published.GetRatio()!.Value)}, measured "
        + $"{LedgerNumbers.Format(entry.MeasuredRatio!)}, {entry.Decision.Verdict.GetText()}.";

    private static void AddRow(
        SvgPicture picture, LogAxis axis, double center, Publication publication, LedgerEntry entry)
    {
        var (id, ratio) = (entry.Claim.Id, entry.MeasuredRatio!);
        picture.AddText(0, center + SvgPicture.HalfLetter, id, isBold: true, maxWidth: LabelLeft);
        if (publication.RowNames.GetValueOrDefault(id) is { } name)
            picture.AddText(LabelLeft, center + SvgPicture.HalfLetter, name, maxWidth: AxisLeft - LabelLeft);
        var published = axis.Place(entry.Claim.File.Published.GetRatio()!.Value);
        var measured = axis.Place(ratio.Value);
        picture.AddLine(published, center, measured, center, Palette.Rule, 1.5);
        picture.AddDot(published, center, DotRadius, Palette.Page, Palette.Quiet);
        AddMeasured(picture, measured, axis.Place(ratio.Lo!.Value), axis.Place(ratio.Hi!.Value), center);
        picture.AddText(
            MarkCenter, center + SvgPicture.HalfLetter, entry.Decision.Verdict.GetMark(), TextAnchor.Middle,
            SvgPicture.FontSize, colour: Palette.Ink);
    }

    private static void AddMeasured(SvgPicture picture, double estimate, double low, double high, double center)
    {
        picture.AddBar(low, high, center, IntervalHeight, Palette.Ink, opacity: 0.4);
        picture.AddBar(
            estimate - (EstimateWidth / 2), estimate + (EstimateWidth / 2), center, EstimateHeight, Palette.Ink);
    }

    private static void AddGrid(SvgPicture picture, LogAxis axis, double top, double bottom)
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

    private static void AddLegend(SvgPicture picture, IReadOnlyList<LegendItem> marks)
    {
        const double gap = 14;
        var center = LegendTop - SvgPicture.HalfLetter;
        const string published = "published";
        picture.AddDot(gap / 2, center, DotRadius, Palette.Page, Palette.Quiet);
        picture.AddText(gap + 2, LegendTop, published);
        var x = gap + TextWidth.Estimate(published, SvgPicture.SmallFontSize) + (2 * gap);
        AddMeasured(picture, x, x - gap, x + gap, center);
        picture.AddText(x + gap + (gap / 2), LegendTop, "measured, with its 95 % interval");
        foreach (var (text, left, line) in marks)
            picture.AddText(left, LegendTop + (LineHeight * line), text);
    }

    /// <summary>Places the marks of the verdicts that the picture has in as few lines as they need.</summary>
    private static List<LegendItem> PlaceMarks(IEnumerable<LedgerEntry> rows)
    {
        const double gap = 16;
        List<LegendItem> items = [];
        var (left, line) = (0.0, 1);
        foreach (var verdict in rows.Select(row => row.Decision.Verdict).Distinct().Order())
        {
            var pale = verdict is Verdict.ChangedAfterData ? " (pale)" : "";
            var text = $"{verdict.GetMark()} {verdict.GetText()}{pale}";
            var width = TextWidth.Estimate(text, SvgPicture.SmallFontSize);
            if (left + width > SvgPicture.Width)
                (left, line) = (0, line + 1);
            items.Add(new LegendItem(text, left, line));
            left += width + gap;
        }

        return items;
    }

    private sealed record LegendItem(string Text, double Left, int Line);
}
