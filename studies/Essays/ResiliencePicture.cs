namespace Studies.Essays;

/// <summary>Draws the successful aggregates per second, and the calls to the back-end, for each mode.</summary>
internal static class ResiliencePicture
{
    private const double GoodLeft = 98;
    private const double GoodRight = 236;
    private const double CallsLeft = 292;
    private const double CallsRight = 440;
    private const double Top = 24;
    private const double RowHeight = 18;
    private const double HeadingHeight = 26;
    private const double BarHeight = 10;
    private const string None = "none";
    private static readonly string[] Modes = [None, "retry", "breaker", "retry-budget", "standard", "defaults"];

    private static readonly (string File, string Scenario, string Title)[] Scenarios =
    [
        ("errors", "errors-10", "One call in ten fails"),
        ("errors", "errors-20", "Two calls in ten fail"),
        ("overload", "overload", "The back-end is overloaded"),
    ];

    public static string Format(EssayResults results)
    {
        (string Title, Row[] Rows)[] groups =
            [.. Scenarios.Select(scenario => (scenario.Title, Read(results, scenario.File, scenario.Scenario)))];
        Row[] rows = [.. groups.SelectMany(group => group.Rows)];
        var picture = new SvgPicture(
            "Successful aggregates and calls to the back-end, with and without retries and circuit breakers",
            "Retries save nearly all aggregates if some calls fail. A circuit breaker with the usual defaults lets "
                + "nearly all of them fail. If the back-end is overloaded, nothing helps, and retries without a budget "
                + "send it three times as many calls.",
            Top + (groups.Length * HeadingHeight) + (rows.Length * RowHeight) + 6);
        var good = CreateScale(rows.Max(row => row.Good), GoodLeft, GoodRight);
        var calls = CreateScale(rows.Max(row => row.Calls), CallsLeft, CallsRight);
        picture.AddText(GoodLeft, 14, "successful aggregates/s", colour: Palette.Ink);
        picture.AddText(CallsLeft, 14, "calls per needed call", colour: Palette.Ink);
        var y = Top;
        foreach (var (title, group) in groups)
        {
            y += HeadingHeight;
            picture.AddText(0, y - 6, title, isBold: true, colour: Palette.Ink);
            var end = y + (group.Length * RowHeight);
            foreach (var x in new[] { good(group[0].Good), calls(group[0].Calls) })
                picture.AddLine(x, y, x, end, Palette.Ink);
            foreach (var row in group)
            {
                var center = y + (RowHeight / 2);
                picture.AddText(0, center + SvgPicture.HalfLetter, row.Mode, maxWidth: GoodLeft);
                AddBar(picture, GoodLeft, good(row.Good), center, row, FormatRate(row.Good));
                AddBar(picture, CallsLeft, calls(row.Calls), center, row, $"{row.Calls:0.00}");
                y += RowHeight;
            }
        }

        return picture.Format();
    }

    private static void AddBar(SvgPicture picture, double left, double end, double center, Row row, string value)
    {
        picture.AddBar(left, end, center, BarHeight, row.Mode is None ? Palette.Rule : Palette.Quiet);
        picture.AddText(end + 6, center + SvgPicture.HalfLetter, value, hasHalo: true);
    }

    private static Func<double, double> CreateScale(double most, double left, double right) =>
        value => left + ((right - left) * value / most);

    private static string FormatRate(double rate) =>
        rate.ToString(rate < 10 ? "0.00" : "0.0", CultureInfo.InvariantCulture);

    private static Row[] Read(EssayResults results, string file, string scenario) =>
    [
        .. results.ReadJson(file).GetProperty("results").EnumerateArray()
            .Where(result => result.GetProperty("scenario").GetString() == scenario)
            .Select(ReadRow)
            .OrderBy(row => Array.IndexOf(Modes, row.Mode)),
    ];

    private static Row ReadRow(JsonElement result) => new(
        result.GetProperty("resilience").GetString()!,
        result.GetProperty("good_per_s").GetDouble(),
        result.GetProperty("calls_per_needed").GetDouble());

    private sealed record Row(string Mode, double Good, double Calls);
}
