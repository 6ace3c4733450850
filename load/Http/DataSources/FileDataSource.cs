using CsvHelper;
using Load.Diagnostics;

namespace Load.Http.DataSources;

/// <summary>
/// The rows of a file with a header line, again from the first one after the last. CSV is that of RFC 4180; in TSV a
/// quote is a character like any other.
/// </summary>
internal sealed class FileDataSource : IDataSource
{
    private readonly List<string[]> _rows = [];

    private FileDataSource(string source, string[] names) => (Source, Names) = (source, names);

    public string Source { get; }

    public IList<string> Names { get; }

    public string[] GetRow(long index) => _rows[(int)(index % _rows.Count)];

    /// <exception cref="FormatException">Its message names the file and the line.</exception>
    public static FileDataSource Read(string path)
    {
        var (separator, mode) = Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".csv" => (',', CsvMode.Rfc4180),
            ".tsv" => ('\t', CsvMode.NoEscape),
            _ => throw ParseException.CreateUnexpected(path, "a .csv or a .tsv file"),
        };
        try
        {
            using var reader = CsvReader.FromFile(path, new CsvReaderOptions
            {
                Separator = separator,
                Mode = mode,
                HasHeader = false,
                TrackLineNumbers = true,
                MalformedData = CsvMalformedDataHandling.Throw,
            });
            return Read(path, reader);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw ParseException.Create($"cannot read {path}: {e.Message}");
        }
        catch (CsvFormatException e)
        {
            throw CreateError(path, e.LineNumber, $"{e.Message} Try \"…\" around the value, and \"\" for a quote in it");
        }
    }

    private static FileDataSource Read(string path, CsvReader reader)
    {
        if (!reader.Read())
            throw CreateError(path, 1, "the file is empty. Try a header line, such as id,name");
        var names = Array.ConvertAll(reader.Current.ToArray(), name => name.Trim());
        var shown = string.Join(", ", names);
        if (names.Any(name => name.Length == 0) || names.Distinct().Count() < names.Length)
            throw CreateError(path, reader.LineNumber, $"found the header {shown}; expected a name of its own for each");

        var file = new FileDataSource(path, names);
        while (reader.Read())
        {
            if (reader.FieldCount != names.Length)
                throw CreateError(path, reader.LineNumber, $"found {reader.FieldCount} values, expected {names.Length}: {shown}");
            file._rows.Add(reader.Current.ToArray());
        }

        return file._rows.Count > 0
            ? file
            : throw CreateError(path, 1, "found a header and no rows. Try a line of values below it");
    }

    private static ParseException CreateError(string path, long line, string diagnostic) =>
        ParseException.Create($"{path}:{line} {diagnostic}");
}
