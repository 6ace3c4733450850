namespace Studies.Essays;

/// <summary>Draws which share of the calls reaches the new back-ends over time, by connection lifetime.</summary>
internal static class ConnectionLifetimePicture
{
    private const double PanelWidth = 190;
    private const double Gap = 40;
    private const double Left = 50;
    private const double Top = 40;
    private const double Bottom = 170;
    private const double EvenShare = 2.0 / 3;
    private const int SecondsBefore = 5;
    private static readonly string[] Clients = ["shared", "factory"];

    public static string Format(EssayResults results)
    {
        Line[] lines = [.. results.ReadJson("life").GetProperty("results").EnumerateArray().Select(Line.Read)];
        var picture = new SvgPicture(
            "The share of the calls that reaches two new back-ends, over time",
            "The back-end is scaled from one process to three after five seconds. Clients without a connection "
                + "lifetime send the new ones next to nothing. With a lifetime of ten seconds, they get their share.",
            Bottom + 42);
        foreach (var share in new[] { 0, EvenShare, 1 })
            picture.AddText(Left - 6, Place(share) + SvgPicture.HalfLetter, $"{share:0 %}", TextAnchor.End);
        for (var i = 0; i < Clients.Length; i++)
            AddPanel(picture, Left + (i * (PanelWidth + Gap)), Clients[i], lines);
        return picture.Format();
    }

    private static void AddPanel(SvgPicture picture, double left, string client, IEnumerable<Line> lines)
    {
        picture.AddText(left, Top - 22, $"client={client}", isBold: true, colour: Palette.Ink);
        foreach (var share in new[] { 0, EvenShare, 1 })
        {
            picture.AddLine(
                left, Place(share), left + PanelWidth, Place(share), share is 0 ? Palette.Rule : Palette.Grid);
        }

        foreach (var line in lines.Where(line => line.Client == client))
        {
            double PlaceSecond(double second) => left + (PanelWidth * second / line.Shares.Length);
            var isEndless = line.Lifetime is "no lifetime";
            picture.AddPolyline(
                line.Shares.Select((share, second) => (PlaceSecond(second + 1), Place(share))), Palette.Ink, 2,
                isEndless ? "4 3" : null);
            picture.AddText(
                left + PanelWidth, Place(isEndless ? 0 : EvenShare) + (isEndless ? -10 : 34),
                isEndless ? "no lifetime" : $"lifetime of {line.Lifetime}", TextAnchor.End, hasHalo: true);
            if (isEndless)
                continue;
            picture.AddLine(PlaceSecond(SecondsBefore), Top - 8, PlaceSecond(SecondsBefore), Bottom, Palette.Rule);
            picture.AddText(PlaceSecond(SecondsBefore) + 4, Top - 4, "1 → 3 back-ends", size: SvgPicture.SmallFontSize);
            foreach (var second in new[] { 0, 10, 20, 30 })
                picture.AddText(PlaceSecond(second), Bottom + 18, $"{second}", TextAnchor.Middle);
            picture.AddText(left + (PanelWidth / 2), Bottom + 36, "seconds", TextAnchor.Middle);
        }
    }

    private static double Place(double share) => Bottom - ((Bottom - Top) * share);

    private sealed record Line(string Client, string Lifetime, double[] Shares)
    {
        public static Line Read(JsonElement result)
        {
            var name = result.GetProperty("name").GetString()!.Split(", ");
            return new(
                name[0],
                name[1],
                [.. result.GetProperty("shares").EnumerateArray().Select(share => share.GetDouble())]);
        }
    }
}
