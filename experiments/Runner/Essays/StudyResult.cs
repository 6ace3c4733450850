using Experiments.Pictures;

namespace Experiments.Essays;

/// <summary>A committed result of a study, from which a page's picture or table is made.</summary>
internal sealed record StudyResult(
    string Machine, IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>The machine, with a link to the result.</summary>
    public string Source { get; private init; } = "";

    /// <summary>Reads a result by its path in experiments/results.</summary>
    public static StudyResult Read(string path)
    {
        var json = ProgramLocator.ReadFile($"experiments/results/{path}");
        var result = JsonSerializer.Deserialize<StudyResult>(json, JsonSerializerOptions.Web)!;
        return result with { Source = $"{result.Machine} ([result](../experiments/results/{path}))" };
    }

    /// <summary>
    /// Gets a line for each value of the first column, with a cell for each of some values of the second one. Of two
    /// rows for a cell, the later one counts.
    /// </summary>
    public IReadOnlyList<MatrixLine> GetMatrix(IEnumerable<string> columns) =>
    [
        .. from line in Rows.GroupBy(row => row[0])
           select new MatrixLine(line.Key, [
               .. columns.Select(column => Headings.Zip(line.Last(row => row[1] == column)).ToDictionary()),
           ]),
    ];

    /// <summary>Reads the number at the beginning of a text such as 2.00 (1.00 to 3.00).</summary>
    public static double ReadNumber(string text) => double.Parse(GetMedian(text), CultureInfo.InvariantCulture);

    public static string GetMedian(string text) => text.Split(' ')[0];
}
