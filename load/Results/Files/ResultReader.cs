using System.Text.Json;
using System.Text.Json.Nodes;
using Load.Diagnostics;
using Load.Results.Building;
using Load.Results.Compatibility;

namespace Load.Results.Files;

/// <summary>Reads a result file, of this or an earlier version of the tool.</summary>
internal static class ResultReader
{
    private const string Cure = "Try a .json file that load run or load compare wrote";
    private const string Missing = "including: ";

    /// <exception cref="UserErrorException">Names the file, what is wrong with it, and what to try.</exception>
    public static async Task<Result> ReadAsync(string path, CancellationToken stop)
    {
        var text = await TextOfAsync(path, stop);
        try
        {
            var json = Parse(path, text);
            var result = json.Deserialize(ResultJson.Default.Result)!;
            return FlawOf(result) is { } flaw ? throw Changed(path, flaw) : result;
        }
        catch (JsonException e)
        {
            throw Changed(path, FlawOf(e));
        }
    }

    private static async Task<string> TextOfAsync(string path, CancellationToken stop)
    {
        try
        {
            return await File.ReadAllTextAsync(path, stop);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"{path} error cannot be read: {e.Message} {Cure}");
        }
    }

    // The schema is checked first: a file of another schema lacks properties too, but that is not the cause.
    private static JsonObject Parse(string path, string text)
    {
        JsonNode? json;
        try
        {
            json = JsonNode.Parse(text);
        }
        catch (JsonException e)
        {
            var place = $"{path}:{e.LineNumber + 1}:{e.BytePositionInLine + 1}";
            throw new UserErrorException($"{place} error is not JSON: {Until(e.Message, " LineNumber:")} {Cure}");
        }

        var result = json as JsonObject;
        var found = result?["schema"]?.ToString() ?? "none";
        if (found == ResultUpgrade.OldSchema)
            ResultUpgrade.Upgrade(result!);
        else if (found != Result.SchemaId)
            throw new UserErrorException($"{path} error found schema {found}, expected {Result.SchemaId}. {Cure}");
        return result!;
    }

    private static string FlawOf(JsonException e) =>
        e.Message.IndexOf(Missing, StringComparison.Ordinal) is >= 0 and var i
            ? $"lacks {Until(e.Message[(i + Missing.Length)..], ". Path:").TrimEnd('.')}{(e.Path is null or "$" ? "" : $" in {e.Path}")}"
            : $"has no value that fits at {e.Path ?? "$"}";

    // What the types cannot ask for.
    private static string? FlawOf(Result result) => result switch
    {
        { Kind: not (RunResultBuilder.Kind or ComparisonResultBuilder.Kind) } =>
            $"found kind {result.Kind}, expected {RunResultBuilder.Kind} or {ComparisonResultBuilder.Kind}",
        { Variants.Count: 0 } => "lacks variants",
        _ when HasNull(result.Variants) || HasNull(result.Validity.Checks) || HasNull(result.Thresholds) =>
            "has a null among its variants, checks or thresholds",
        _ when result.Variants.All(variant => variant.Name != result.Baseline) =>
            $"has no variant {result.Baseline}, which is its baseline",
        _ when result.Provenance.Any(row => row is not [not null, not null]) =>
            "has provenance that is no pairs of label and value",
        _ => null,
    };

    private static bool HasNull<T>(IEnumerable<T> items) => items.Any(item => item is null);

    private static UserErrorException Changed(string path, string flaw) =>
        new($"{path} error {flaw}: it was cut short or changed by hand. {Cure}");

    private static string Until(string text, string end) => text.Split(end, 2)[0];
}
