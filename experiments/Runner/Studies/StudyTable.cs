
namespace Experiments.Studies;

/// <summary>The table of a study: a row for each cell and variant, with its figures over the starts.</summary>
internal sealed class StudyTable(StudyFile study, IReadOnlyList<IReadOnlyList<Row>> starts)
{
    private const string Time = "p50 ms";

    // All starts have the same rows.
    private readonly IReadOnlyList<Row> _rows = starts[0];

    public void Write(StudyContext context, string name)
    {
        string[] words = [.. _rows[0].Words.Keys];
        StudyFiles.Write(context, name, words, study.Figures, [.. _rows.Select(CreateRow)]);
        if (study.Shares.Count > 0)
        {
            StudyFiles.Write(
                context, $"{name}-shares", words[..^1], [.. study.Shares.Keys.Select(share => $"{share}, %")],
                [.. _rows.DistinctBy(row => row.Cell).Select(CreateShares)]);
        }
    }

    public bool Check()
    {
        var reporter = new CheckReporter();
        foreach (var (check, row) in
            from check in study.Checks
            from row in _rows
            where check.Variant is null || check.Variant == row.Variant
            where check.In?.Intersect(row.Words.Values).Any() is not false
            select (check, row))
        {
            var of = check.Of is null ? "" : $" ÷ {check.Of}";
            var what = $"{row.Cell} {row.Variant}: {check.Figure}{of}".TrimStart();
            var ratio = check.Of is null ? Average(row, check.Figure) : Divide(row, check.Of, check.Figure);
            if (check.AtLeast is { } least)
                reporter.AddLimit(what, ratio, least, isLeast: true);
            if (check.AtMost is { } most)
                reporter.AddLimit(what, ratio, most, isLeast: false);
        }

        foreach (var fault in starts.SelectMany(start => start).Select(row => row.Fault).OfType<string>().Distinct())
            Console.WriteLine($"  note    of some starts: {fault}");
        return !reporter.HasFailure;
    }

    private Dictionary<string, object?> CreateRow(Row row)
    {
        var cells = row.Words.ToDictionary(word => word.Key, word => (object?)word.Value);
        foreach (var figure in study.Figures)
        {
            cells[figure] = Figures.Parse(figure) switch
            {
                (_, Figures.Otherwise, _) => string.Join(", ", Get(row.Cell, row.Variant)
                    .Select(one => one?.Otherwise).OfType<string>().Distinct()),
                (_, _, false) => Summarize(row, figure),
                _ when row.Variant == GetFirst(row.Cell) => 1.0,
                _ => Divide(row, GetFirst(row.Cell), Figures.GetLevel(figure)),
            };
        }

        cells["starts"] = Get(row.Cell, row.Variant).Select(one => study.Figures.Select(Figures.GetLevel).Distinct()
            .ToDictionary(figure => figure, figure => one?.Read(figure))).ToArray();
        return cells;
    }

    private Dictionary<string, object?> CreateShares(Row row)
    {
        var cells = row.Words.SkipLast(1).ToDictionary(word => word.Key, word => (object?)word.Value);
        foreach (var (name, variants) in study.Shares)
        {
            double?[][] times =
                [.. variants.Select(variant => Get(row.Cell, variant).Select(one => one?.Read(Time)).ToArray())];
            cells[$"{name}, %"] = StartRange.Create(
                starts.Select((_, start) => GetPercent([.. times.Select(one => one[start])])));
        }

        return cells;
    }

    /// <returns>The share in percent; null if a time was not measured.</returns>
    public static double? GetPercent(double?[] times) =>
        100 * (1 - (times is [var first, var second] ? second / first
            : times.Contains(null) ? null : times.Min() / times.Max()));

    private string GetFirst(string cell) => _rows.First(row => row.Cell == cell).Variant;

    private IEnumerable<Row?> Get(string cell, string variant) =>
        starts.Select(start => start.SingleOrDefault(one => (one.Cell, one.Variant) == (cell, variant)));

    private StartRange? Summarize(Row row, string figure) =>
        StartRange.Create(Get(row.Cell, row.Variant).Select(one => one?.Read(figure)));

    private Metric? Average(Row row, string figure) =>
        Get(row.Cell, row.Variant).Select(one => one?.Read(figure)).OfType<double>().ToArray() is { Length: > 0 } values
            ? new Metric(values.Average(), null, null) : null;

    private Metric? Divide(Row row, string other, string figure) => Metric.OfRatios(
        Get(row.Cell, row.Variant).Select(one => one?.Read(figure)).Zip(Get(row.Cell, other).Select(one => one?.Read(figure))));
}
