namespace Experiments.Grids;

/// <summary>The table of a study: a row for each cell and variant, with its figures over the starts.</summary>
internal sealed class GridTable(
    GridFile grid, IReadOnlyList<GridCell> cells, IReadOnlyList<IReadOnlyList<GridMeasurement>> starts)
{
    private const string Variant = "variant";
    private const string Time = "p50 ms";

    public void Write(string folder, string name, string? note)
    {
        string[] axes = [.. grid.Axes.Keys];
        Write(folder, name, note, [.. axes, Variant], [.. grid.Figures],
            from cell in cells from variant in GetVariants(cell) select CreateRow(cell, variant));
        if (grid.Shares.Count > 0)
        {
            Write(folder, $"{name}-shares", note, axes, [.. grid.Shares.Keys.Select(share => $"{share}, %")],
                cells.Select(CreateShares));
        }
    }

    public bool Check()
    {
        var reporter = new CheckReporter();
        foreach (var (cell, check) in cells.SelectMany(_ => grid.Checks, (cell, check) => (cell, check)))
        {
            if (check.In is { } values && !cell.Values.Any(axis => values.Contains(axis.Value)))
                continue;
            var of = check.Of is null ? "" : $" ÷ {check.Of}";
            var what = $"{cell.Name} {check.Variant}: {check.Figure}{of}".TrimStart();
            var ratio = check.Of is null
                ? Summarize(cell, check.Variant, check.Figure) is { } range
                    ? new StudyRatio(range.Median, range.Low, range.High) : null
                : Divide(cell, check.Variant, check.Of, check.Figure);
            if (check.AtLeast is { } least)
                reporter.AddLimit(what, ratio, least, isLeast: true);
            if (check.AtMost is { } most)
                reporter.AddLimit(what, ratio, most, isLeast: false);
        }

        return !reporter.HasFailure;
    }

    private static void Write(
        string folder, string name, string? note, string[] words, string[] figures,
        IEnumerable<Dictionary<string, object?>> rows) =>
        StudyFiles.Write(folder, name, [.. rows], words.Length, note,
            [.. words.Concat(figures).Select(heading => (
                heading, (Func<Dictionary<string, object?>, object?>)(row => row[heading])))]);

    private Dictionary<string, object?> CreateRow(GridCell cell, string variant)
    {
        var row = CreateRow(cell);
        row[Variant] = variant;
        foreach (var figure in grid.Figures)
        {
            row[figure] = GridFigures.Parse(figure) switch
            {
                (_, GridFigures.Otherwise, _) => string.Join(", ", Get(cell, variant)
                    .Select(one => one?.Otherwise).OfType<string>().Distinct()),
                (_, _, false) => Summarize(cell, variant, figure),
                _ when variant == GetVariants(cell)[0] => 1.0,
                _ => Divide(cell, variant, GetVariants(cell)[0], figure),
            };
        }

        row["starts"] = Get(cell, variant)
            .Select(one => grid.Figures.ToDictionary(figure => figure, figure => one?.Read(figure, grid))).ToArray();
        return row;
    }

    private static Dictionary<string, object?> CreateRow(GridCell cell) =>
        cell.Values.ToDictionary(axis => axis.Key, axis => (object?)axis.Value);

    private Dictionary<string, object?> CreateShares(GridCell cell)
    {
        var row = CreateRow(cell);
        foreach (var (name, variants) in grid.Shares)
        {
            var times = variants.Select(variant => Get(cell, variant).Select(one => one?.Read(Time, grid)).ToArray());
            row[$"{name}, %"] = StartRange.Create(
                starts.Select((_, start) => GetPercent([.. times.Select(one => one[start])])));
        }

        return row;
    }

    /// <returns>The share in percent; null if a time was not measured.</returns>
    public static double? GetPercent(double?[] times) =>
        100 * (1 - (times is [var first, var second] ? second / first
            : times.Contains(null) ? null : times.Min() / times.Max()));

    private string[] GetVariants(GridCell cell) =>
    [
        .. grid.Variants.Select(variant => variant.Name)
            .Where(name => starts.Any(start => start.Any(one => (one.Cell, one.Variant) == (cell, name)))),
    ];

    private IEnumerable<GridMeasurement?> Get(GridCell cell, string variant) =>
        starts.Select(start => start.SingleOrDefault(one => (one.Cell, one.Variant) == (cell, variant)));

    private StartRange? Summarize(GridCell cell, string variant, string figure) =>
        StartRange.Create(Get(cell, variant).Select(one => one?.Read(figure, grid)));

    private StudyRatio? Divide(GridCell cell, string variant, string other, string figure) => StudyRatio.FromStarts(
        Get(cell, variant).Select(one => one?.Read(figure, grid))
            .Zip(Get(cell, other).Select(one => one?.Read(figure, grid))));
}
