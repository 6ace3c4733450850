using System.Text.Json;
using System.Text.Json.Nodes;

namespace TwoTier.Show;

/// <summary>
/// Finds the report of a run. Whoever sends events could name any file, so that a report counts only if the file beside
/// it is the result of the command that the plan of the run has.
/// </summary>
internal static class ReportFile
{
    // These stand before all that has no limit.
    private static readonly string[] Identity = ["schema", "command"];
    private const int HeadBytes = 100_000;

    /// <summary>Gets the full path of a report; null if this machine has no result of the run at the path.</summary>
    public static string? Find(string resultPath, JsonObject? plan)
    {
        if (!resultPath.EndsWith(".json", StringComparison.Ordinal))
            return null;
        var (report, head) = (Path.ChangeExtension(Path.GetFullPath(resultPath), ".html"), ReadHead(resultPath));
        return File.Exists(report) && Array.TrueForAll(Identity, name =>
            Read(head, name) is { } value && plan?[name] is JsonValue planned && planned.ToString() == value)
                ? report
                : null;
    }

    // A pipe has no length, and reading it might never end.
    private static byte[] ReadHead(string path)
    {
        if (new FileInfo(path) is not { Exists: true, Length: > 0, LinkTarget: null })
            return [];
        using var file = File.OpenRead(path);
        var head = new byte[Math.Min(file.Length, HeadBytes)];
        return head[..file.ReadAtLeast(head, head.Length, throwOnEndOfStream: false)];
    }

    private static string? Read(ReadOnlySpan<byte> json, string name)
    {
        var reader = new Utf8JsonReader(json, isFinalBlock: false, default);
        while (reader.Read())
        {
            if (reader is { CurrentDepth: 1, TokenType: JsonTokenType.PropertyName } && reader.ValueTextEquals(name))
                return reader.Read() && reader.TokenType is JsonTokenType.String ? reader.GetString() : null;
        }

        return null;
    }
}
