using System.Text.Json;

namespace Studies.LoadTool;

/// <summary>Reads what the load tool wrote.</summary>
internal static class Results
{
    /// <summary>A folder of its own for the results of one study.</summary>
    public static string NewFolder(string study) => Path.Combine("results", $"{study}-{Guid.NewGuid():N}"[..(study.Length + 9)]);

    /// <returns>What the user says of it; null where he does not.</returns>
    public static string? FolderOf(string[] options) =>
        options.SkipWhile(option => option is not "--out").Skip(1).FirstOrDefault();

    public static IEnumerable<JsonElement> Variants(string path) =>
        JsonDocument.Parse(File.ReadAllText(path)).RootElement.GetProperty("variants").EnumerateArray();

    public static string? Verdict(JsonElement variant, string ratio) =>
        variant.GetProperty(ratio).GetProperty("verdict").GetString();
}
