namespace Studies.Claims;

/// <summary>Draws the ratios of each row that several machines have measured, one machine below the other.</summary>
internal static class MachinesPicture
{
    private const double Top = 0;

    public static bool IsDrawn(LedgerEntry entry) => entry.Machines is not [];

    public static string Format(Ledger ledger)
    {
        var rows = ledger.Library.Sources.SelectMany(
            source => ledger.GetEntries(source).Where(IsDrawn).Select(entry => (source.Publication, Entry: entry)),
            (_, row) => (Name: RowName.Get(row.Publication, row.Entry), row.Entry,
                Ratios: RowMachines.GetRatios(row.Entry))).ToArray();
        var bottom = Top + rows.Sum(row => LedgerPicture.HeadingHeight + (row.Ratios.Count * LedgerPicture.RowHeight));
        var picture = new SvgPicture(
            "Ratios of the same rows on several machines",
            string.Join(' ', rows.Select(row => $"{row.Entry.Claim.Id}: {RowMachines.Format(row.Entry)}.")),
            bottom + LedgerPicture.AxisHeight);
        var axis = LedgerPicture.CreateAxis(rows.SelectMany(row => row.Ratios).SelectMany(one => GetValues(one.Ratio)));
        LedgerPicture.AddGrid(picture, axis, Top, bottom);
        var y = Top;
        foreach (var (name, entry, ratios) in rows)
        {
            y += LedgerPicture.HeadingHeight;
            picture.AddText(0, y - SvgPicture.HalfLetter, $"{entry.Claim.Id} {name}", isBold: true);
            foreach (var (machine, ratio) in ratios)
            {
                var center = y + (LedgerPicture.RowHeight / 2);
                picture.AddText(0, center + SvgPicture.HalfLetter, Shorten(machine), maxWidth: LedgerPicture.AxisLeft);
                RatioMarks.AddStarts(picture, [.. (ratio.StartValues ?? []).Select(axis.Place)], center);
                RatioMarks.AddMeasured(
                    picture, axis.Place(ratio.Value), axis.Place(ratio.Lo ?? ratio.Value),
                    axis.Place(ratio.Hi ?? ratio.Value), center);
                y += LedgerPicture.RowHeight;
            }
        }

        return picture.Format();
    }

    private static IEnumerable<double> GetValues(Metric ratio) =>
        [ratio.Lo ?? ratio.Value, ratio.Hi ?? ratio.Value, .. ratio.StartValues ?? []];

    private static string Shorten(string machine)
    {
        var text = machine;
        while (TextWidth.Estimate(text, SvgPicture.SmallFontSize) > LedgerPicture.AxisLeft)
            text = $"{text.TrimEnd('…')[..^1].TrimEnd()}…";
        return text;
    }
}
