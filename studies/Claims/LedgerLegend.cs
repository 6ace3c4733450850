namespace Studies.Claims;

/// <summary>The legend of the picture of the ledger: what is drawn, and the marks of the verdicts.</summary>
internal sealed class LedgerLegend(IReadOnlyList<LedgerEntry> rows)
{
    private const double LegendTop = 16;
    private readonly List<LegendItem> _marks = PlaceMarks(rows);

    public double Bottom =>
        LegendTop + (LedgerPicture.LineHeight * (1 + _marks.Select(item => item.Line).LastOrDefault()));

    public void AddTo(SvgPicture picture)
    {
        const double gap = 14;
        var (center, x) = (LegendTop - SvgPicture.HalfLetter, 0.0);
        Add("published", at => RatioMarks.AddPublished(picture, at - (gap / 2), center));
        Add("measured, with its 95 % interval", at => RatioMarks.AddMeasured(picture, at, at - gap, at + gap, center));
        Add("single starts", at => RatioMarks.AddStarts(picture, [at - 4, at, at - 2, at + 2], center));
        foreach (var (text, left, line) in _marks)
            picture.AddText(left, LegendTop + (LedgerPicture.LineHeight * line), text);

        void Add(string text, Action<double> addMark)
        {
            addMark(x + gap);
            picture.AddText(x + (2.5 * gap), LegendTop, text);
            x += TextWidth.Estimate(text, SvgPicture.SmallFontSize) + (3.5 * gap);
        }
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
