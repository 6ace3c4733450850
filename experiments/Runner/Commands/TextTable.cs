namespace Experiments.Commands;

/// <summary>A table for the console: first columns with words, aligned left, and then numbers, aligned right.</summary>
internal sealed class TextTable(int wordColumns, params IReadOnlyList<string> headings)
{
    private readonly List<IReadOnlyList<string>> _rows = [headings];

    public int WordColumns => wordColumns;
    public IReadOnlyList<string> Headings => headings;
    public IEnumerable<IReadOnlyList<string>> Rows => _rows.Skip(1);

    public void Add(params IReadOnlyList<string> row) => _rows.Add(row);

    public string ToMarkdown() => FormatMarkdown(wordColumns, headings, Rows);

    public static string FormatMarkdown(
        int wordColumns, IReadOnlyList<string> headings, IEnumerable<IReadOnlyList<string>> rows)
    {
        string[] rule = [.. headings.Select((_, column) => column < wordColumns ? "---" : "--:")];
        return string.Concat(rows.Prepend(rule).Prepend(headings)
            .Select(row => $"| {string.Join(" | ", row.Select(cell => cell.Replace("|", "\\|")))} |\n"));
    }

    public override string ToString()
    {
        var widths = headings.Select((_, column) => _rows.Max(row => row[column].Length)).ToArray();
        return string.Concat(_rows.Select(row => "  " + string.Join("  ", row.Select((cell, column) =>
            column < wordColumns ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]))).TrimEnd() + "\n"));
    }
}

/// <summary>Formats numbers for tables with about three digits, and a value that was not measured as a dash.</summary>
internal static class TableNumbers
{
    public const string NotMeasured = "–";

    public static string Format(double? figure) => figure is not { } value ? NotMeasured : value.ToString(
        Math.Abs(value) switch { >= 100 => "0", >= 10 => "0.0", >= 0.1 => "0.00", _ => "0.000" },
        CultureInfo.InvariantCulture);

    /// <summary>Formats a number with its interval, such as 1.05 [1.01, 1.09].</summary>
    public static string Format(double? figure, double? low, double? high) =>
        $"{Format(figure)} [{Format(low)}, {Format(high)}]";

    public static string FormatCell(object? value) => value is double number ? Format(number) : $"{value ?? NotMeasured}";
}
