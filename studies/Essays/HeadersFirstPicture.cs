namespace Studies.Essays;

/// <summary>Draws what a call allocates for each way of reading a document, for each of its bytes.</summary>
internal static partial class HeadersFirstPicture
{
    private const double Left = 150;
    private const double Right = 420;
    private const double Top = 34;
    private const double RowHeight = 17;
    private const double HeadingHeight = 24;
    private const double BarHeight = 10;

    private static readonly Dictionary<string, PaletteColour> Colours = new()
    {
        ["ResponseContentRead"] = Palette.BufferedStj,
        ["ResponseHeadersRead"] = Palette.HeadersReadStj,
        ["GetStreamAsync"] = Palette.GetStreamStj,
    };

    public static string Format(EssayResults results)
    {
        var calls = Read(results.ReadText("large-objects"));
        var sizes = calls.GroupBy(call => call.Size).ToArray();
        var bottom = Top + (sizes.Length * HeadingHeight) + (calls.Length * RowHeight) + 4;
        var picture = new SvgPicture(
            "Memory that a call allocates, for each byte of the document that it reads",
            "For each size of the document, one bar for each way of reading it. A call that buffers the whole body "
                + "allocates one byte more for each byte of the document. With large documents, these bytes are on the "
                + "large object heap.",
            bottom + 42);
        var most = Math.Ceiling(calls.Max(call => call.PerByte));
        AddLegend(picture);
        for (var tick = 0; tick <= most; tick++)
        {
            var x = Place(tick, most);
            picture.AddLine(x, Top, x, bottom, tick == 0 ? Palette.Rule : Palette.Grid);
            picture.AddText(x, bottom + 16, tick.ToString(CultureInfo.InvariantCulture), TextAnchor.Middle);
        }

        picture.AddText(
            (Left + Right) / 2, bottom + 34, "bytes allocated for each byte of the document", TextAnchor.Middle);
        var y = Top;
        foreach (var size in sizes)
        {
            y += HeadingHeight;
            picture.AddText(
                0, y - SvgPicture.HalfLetter, $"{FormatCount(size.Key)} bytes", isBold: true, colour: Palette.Ink,
                maxWidth: Left);
            foreach (var call in size)
            {
                AddCall(picture, call, y + (RowHeight / 2), most);
                y += RowHeight;
            }
        }

        return picture.Format();
    }

    private static void AddCall(SvgPicture picture, Call call, double center, double most)
    {
        var colour = Colours[call.Method];
        var end = Place(call.PerByte, most);
        picture.AddText(0, center + SvgPicture.HalfLetter, call.Method, maxWidth: Left);
        picture.AddBar(Left, end, center, BarHeight, colour, opacity: 0.45);
        var large = Place((double)call.Large / call.Size, most);
        picture.AddBar(Left, large, center, BarHeight, colour);
        picture.AddText(end + 6, center + SvgPicture.HalfLetter, FormatCount(call.Allocated), hasHalo: true);
    }

    private static void AddLegend(SvgPicture picture)
    {
        const double baseline = 16;
        const double swatch = 18;
        const double second = 200;
        picture.AddRectangle(0, baseline - BarHeight, swatch, BarHeight, Palette.BufferedStj, opacity: 0.45);
        picture.AddText(swatch + 6, baseline, "allocated for a call");
        picture.AddRectangle(second, baseline - BarHeight, swatch, BarHeight, Palette.BufferedStj);
        picture.AddText(second + swatch + 6, baseline, "of it on the large object heap");
    }

    private static double Place(double value, double most) => Left + ((Right - Left) * value / most);

    private static string FormatCount(long count) => count.ToString("# ### ##0", CultureInfo.InvariantCulture).Trim();

    private static Call[] Read(string text) =>
    [
        .. CallPattern().Matches(text).Select(call => new Call(
            int.Parse(call.Groups["size"].ValueSpan, CultureInfo.InvariantCulture),
            call.Groups["method"].Value,
            long.Parse(call.Groups["allocated"].ValueSpan, CultureInfo.InvariantCulture),
            long.Parse(call.Groups["large"].ValueSpan, CultureInfo.InvariantCulture))),
    ];

    [GeneratedRegex(
        @"^ +documents/(?<size>\d+) +(?<method>\w+) +(?<allocated>\d+) +(?<large>\d+)$", RegexOptions.Multiline)]
    private static partial Regex CallPattern();

    private sealed record Call(int Size, string Method, long Allocated, long Large)
    {
        public double PerByte => (double)Allocated / Size;
    }
}
