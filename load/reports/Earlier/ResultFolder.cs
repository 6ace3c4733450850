using System.Text.Json;
using System.Text.Json.Nodes;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>The comparisons in a folder of result files.</summary>
internal sealed record ResultFolder(string Path, IReadOnlyList<Result> Comparisons, IReadOnlyList<string> Errors)
{
    // The text that the identifiers of all schemas of result files have in common.
    private const string SchemaMark = ":result:";

    /// <summary>Reads all results of a folder. Files with other JSON are skipped.</summary>
    public static async Task<ResultFolder> ReadAsync(string path, CancellationToken stop)
    {
        var (files, errors) = (new List<(DateTimeOffset Start, Result Result)>(), new List<string>());
        foreach (var file in GetFiles(path))
        {
            try
            {
                var result = Result.Read(file);
                files.Add((RunMerger.GetStart(new ResultFile(file, result)), result));
            }
            catch (Exception e) when (e is UserErrorException or ArgumentException)
            {
                if (await IsOtherJsonAsync(file, stop))
                    continue;
                var isExpected = e is UserErrorException;
                errors.Add(isExpected ? e.Message : $"{file}: error: cannot read the result: {e.Message}");
            }
        }

        Result[] comparisons =
        [
            .. files.Where(file => file.Result.Kind == Result.ComparisonKind)
                .OrderBy(file => file.Start)
                .Select(file => file.Result),
        ];
        return comparisons.Length > 0
            ? new ResultFolder(path, comparisons, errors)
            : throw new UserErrorException(string.Join('\n', [.. errors, DescribeLack(path, files.Count)]));
    }

    private static string DescribeLack(string path, int others) =>
        $"{path}: error: the folder has no result of load compare"
        + (others == 0 ? "" : $", only {others} of other commands")
        + ". Try the folder that was given to load compare with --out";

    private static string[] GetFiles(string path)
    {
        try
        {
            return [.. Directory.GetFiles(path, "*.json").Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"{path}: error: cannot read the folder: {e.Message}");
        }
    }

    // A file is a result, even one of an unknown version, if its schema says so.
    private static async Task<bool> IsOtherJsonAsync(string path, CancellationToken stop)
    {
        try
        {
            var json = JsonNode.Parse(await File.ReadAllTextAsync(path, stop)) as JsonObject;
            return json?["schema"]?.ToString().Contains(SchemaMark, StringComparison.Ordinal) != true;
        }
        catch (Exception e) when (e is JsonException or ArgumentException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
