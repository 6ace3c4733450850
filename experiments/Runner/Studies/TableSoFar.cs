namespace Experiments.Studies;

/// <summary>
/// What the starts that have ended say together, on a terminal only: it is drawn again after each start. The verdicts
/// come at the end.
/// </summary>
internal sealed class TableSoFar
{
    // With fewer, a range is wider than the difference that anybody looks for.
    private const int FewestStarts = 3;
    private const double Confidence = 0.99;

    private readonly List<Result> _starts = [];
    private int _lines;

    public void Add(Result start)
    {
        _starts.Add(start);
        if (Console.IsOutputRedirected || Environment.GetEnvironmentVariable("TERM") is "dumb")
            return;
        Clear();
        var text = $"\n  so far, {_starts.Count} of the starts\n{Format()}";
        _lines = text.Count(c => c is '\n');
        Console.Write(text);
    }

    /// <summary>Removes the table, and the line of the start before it.</summary>
    public void Clear()
    {
        if (_lines > 0)
            Console.Write($"\e[{_lines + 1}A\e[J");
        _lines = 0;
    }

    public string Format()
    {
        var table = new TextTable(1, "variant", "req/s", "CPU ms", "ratio");
        foreach (var variant in _starts[0].Variants)
        {
            var ratio = StudyRatio.FromStarts(
                _starts.Select(start => (GetRate([start], variant.Name), GetRate([start], start.Baseline))), Confidence);
            table.Add(
                variant.Name, TableNumbers.Format(GetRate(_starts, variant.Name)),
                TableNumbers.Format(1000 * Divide(_starts, variant.Name, one => one.CpuS, one => one.Requests)),
                variant.Name == _starts[0].Baseline ? "1"
                    : _starts.Count >= FewestStarts ? $"{ratio}"
                    : TableNumbers.Format(ratio?.Value));
        }

        return $"{table}";
    }

    private static double? GetRate(IReadOnlyList<Result> starts, string variant) =>
        Divide(starts, variant, one => one.Good, one => one.BusyS);

    private static double? Divide(
        IReadOnlyList<Result> starts, string variant, Func<Sample, double?> above, Func<Sample, double> below)
    {
        Sample[] samples = [.. starts.SelectMany(start => start.Samples).Where(one => one.Variant == variant)];
        return samples.Sum(below) is > 0 and var divisor
            ? samples.Aggregate((double?)0, (sum, one) => sum + above(one)) / divisor : null;
    }
}
