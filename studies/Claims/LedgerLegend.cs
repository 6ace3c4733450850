namespace Studies.Claims;

/// <summary>The legend of the picture of the ledger: what is drawn, and the marks of the verdicts.</summary>
internal sealed class LedgerLegend(IEnumerable<LedgerEntry> rows)
{
    private const double LegendTop = 16;
    private readonly List<LegendItem> _marks = PlaceMarks(rows);

    public double Bottom =>
        LegendTop + (LedgerPicture.LineHeight * (1 + _marks.Select(item => item.Line).LastOrDefault()));

    public void AddTo(SvgPicture picture)
    {
        const double gap = 14;
        var center = LegendTop - SvgPicture.HalfLetter;
        const string published = "published";
        const string measured = "measured, with its 95 % interval";
        picture.AddDot(gap / 2, center, LedgerPicture.DotRadius, Palette.Page, Palette.Quiet);
        picture.AddText(gap + 2, LegendTop, published);
        var x = gap + TextWidth.Estimate(published, SvgPicture.SmallFontSize) + (2 * gap);
        LedgerPicture.AddMeasured(picture, x, x - gap, x + gap, center);
        var start = x + gap + (gap / 2);
        picture.AddText(start, LegendTop, measured);
        start += TextWidth.Estimate(measured, SvgPicture.SmallFontSize) + (1.5 * gap);
        LedgerPicture.AddStarts(picture, [start - 4, start, start - 2, start + 2], center);
        picture.AddText(start + gap, LegendTop, "single starts");
        foreach (var (text, left, line) in _marks)
            picture.AddText(left, LegendTop + (LedgerPicture.LineHeight * line), text);
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
