using CsvHelper;

namespace TwoTier.Load.Scenarios;

/// <summary>
/// Reads parameter values from a file with a header line, or from a plug-in. After the last row of a file, the first row
/// is used again. CSV follows RFC 4180; in TSV a quote is an ordinary character.
/// </summary>
internal static class ParameterFile
{
    public static DataSource Read(string path) => Path.GetExtension(path).ToLowerInvariant() switch
    {
        ".dll" => Plugin.Load(path),
        ".csv" => Read(path, ',', CsvMode.Rfc4180),
        ".tsv" => Read(path, '\t', CsvMode.NoEscape),
        _ => throw ParseException.CreateForUnexpectedText(path, "a .csv, a .tsv or a .dll file"),
    };

    private static DataSource Read(string path, char separator, CsvMode mode)
    {
        try
        {
            var text = TextFile.Read(path);
            using var reader = CsvReader.FromText(text, new CsvReaderOptions
            {
                Separator = separator,
                Mode = mode,
                HasHeader = false,
                TrackLineNumbers = true,
                MalformedData = CsvMalformedDataHandling.Throw,
            });
            return Read(path, text, reader);
        }
        catch (CsvFormatException e)
        {
            const string suggestion = "Try quotes (\"…\") around the value, and \"\" for a quote in it";
            throw CreateError(path, e.LineNumber, $"{e.Message} {suggestion}");
        }
    }

    private static DataSource Read(string path, string text, CsvReader reader)
    {
        if (!reader.Read())
            throw CreateError(path, 1, "the file is empty. Try a header line, such as id,name");
        var names = Array.ConvertAll(reader.Current.ToArray(), name => name.Trim());
        var header = string.Join(", ", names);
        if (names.Any(name => name.Length == 0) || names.Distinct().Count() < names.Length)
        {
            var problem = $"the header is {header}; expected a unique name for each column";
            throw CreateError(path, reader.LineNumber, problem);
        }

        // One list, which need not grow, takes a third of the memory of an array for each row.
        var all = new List<string>((int)Math.Min(text.Length, (long)text.AsSpan().Count('\n') * names.Length));
        while (reader.Read())
        {
            var values = reader.Current.ToArray();
            if (values.Length != names.Length)
            {
                var problem = $"the number of values is {values.Length}; expected {names.Length} ({header})";
                throw CreateError(path, reader.LineNumber, problem);
            }

            all.AddRange(values);
        }

        var count = all.Count / names.Length;
        return count > 0
            ? new DataSource(path, names, number => CollectionsMarshal.AsSpan(all)
                .Slice((int)(number % count) * names.Length, names.Length).ToArray())
            : throw CreateError(path, 1, "the file has only a header line. Try a line of values below it");
    }

    private static ParseException CreateError(string path, long line, string problem) =>
        ParseException.Create($"{path}:{line}: {problem}");
}
