namespace Studies.Essays;

/// <summary>The table of a result that a study wrote (StudyFiles), by its path relative to docs/.</summary>
internal sealed partial class ResultTable
{
    private readonly string _path;
    private readonly string[] _parts;

    /// <summary>Reads a file with a heading, what is known of the machine, and the table.</summary>
    public ResultTable(string path, string text) =>
        (_path, _parts, Rows) = (path, text.Split("\n\n", 3), ReadRows(text));

    /// <summary>The cells of each row by the headings, in the order of the columns.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, string>> Rows { get; }

    /// <summary>Reads the number at the beginning of a cell.</summary>
    public static double ReadNumber(string cell) =>
        double.Parse(NumberPattern().Match(cell).Value, CultureInfo.InvariantCulture);

    /// <summary>Formats the table for a page, with the machine.</summary>
    public string Format() => $"{_parts[2]}\n*Measured: {_parts[1]} ([result]({_path})).*\n";

    private static Dictionary<string, string>[] ReadRows(string text)
    {
        string[][] rows =
        [
            .. text.Split('\n').Where(line => line.StartsWith('|'))
                .Select(line => line.Trim().Trim('|').Split('|', StringSplitOptions.TrimEntries)),
        ];
        return [.. rows.Skip(2).Select(row => rows[0].Zip(row).ToDictionary(cell => cell.First, cell => cell.Second))];
    }

    [GeneratedRegex(@"^-?\d+(\.\d+)?")]
    private static partial Regex NumberPattern();
}
