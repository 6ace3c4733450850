using System.Text.Json;
using System.Text.Json.Serialization;

namespace TwoTier.Load.Reports;

/// <summary>A comparison in a history, which is a file of such lines of JSON: two builds, and their ratios.</summary>
internal sealed record HistoryLine(
    string Started, string State, string A, string B, RatioResult? Ratio, RatioResult? CpuRatio, RatioResult? AllocRatio)
{
    public RatioResult? GetRatio(MetricWords words) =>
        words == MetricWords.Throughput ? Ratio : words == MetricWords.Cpu ? CpuRatio : AllocRatio;
}

/// <summary>The comparisons of one service in the course of time.</summary>
internal static class History
{
    private const int DrawingWidth = 20;

    // What is farther away is drawn at the end.
    private const double Farthest = 2;

    /// <summary>Appends a comparison of two builds to a file.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Append(string path, Result result)
    {
        var (a, b) = (result.Variants[0], result.Variants[1]);
        var line = new HistoryLine(
            result.Started, result.Validity.State, a.Summary ?? a.Name, b.Summary ?? b.Name, b.Ratio, b.CpuRatio, b.AllocRatio);
        File.AppendAllText(path, JsonSerializer.Serialize(line, HistoryJson.Default.HistoryLine) + "\n");
    }

    /// <summary>Reads a file, and describes each ratio in the order of the lines.</summary>
    /// <exception cref="UserErrorException">A line is no comparison.</exception>
    public static Document Describe(string path)
    {
        HistoryLine[] lines = [.. File.ReadLines(path).Select((text, i) => Read(text, $"{path}:{i + 1}"))];
        return new Document(Path.GetFileNameWithoutExtension(path), IsInvalid: false,
        [
            .. from words in MetricWords.All
               let known = lines.Where(line => line.GetRatio(words) is { Lo: not null, Hi: not null }).ToArray()
               where known is not []
               select CreateTable(words, known),
        ]);
    }

    private static Table<HistoryLine> CreateTable(MetricWords words, HistoryLine[] lines)
    {
        var low = Math.Clamp(lines.Min(line => line.GetRatio(words)!.Lo!.Value), 1 / Farthest, 0.99);
        var high = Math.Clamp(lines.Max(line => line.GetRatio(words)!.Hi!.Value), 1.01, Farthest);
        return new Table<HistoryLine>(lines) { DropsColumns = true }
            .Text("started", line => line.Started.Split('T')[0]
                + (line.State == RunValidity.ValidState ? "" : $" {line.State.ToUpperInvariant()}"))
            .Text("B/A", line => Format(line.GetRatio(words)!))
            .Text(words.Title, line => Draw(line.GetRatio(words)!, low, high))
            .Text("B", line => line.B);
    }

    private static string Format(RatioResult ratio) => MetricWords.FormatRatio(ratio.Value, ratio.Lo, ratio.Hi);

    private static string Draw(RatioResult ratio, double low, double high)
    {
        var drawing = Enumerable.Repeat('·', DrawingWidth).ToArray();
        drawing.AsSpan(GetPlace(ratio.Lo!.Value)..(GetPlace(ratio.Hi!.Value) + 1)).Fill('=');
        drawing[GetPlace(1)] = '|';
        drawing[GetPlace(ratio.Value)] = 'o';
        return new string(drawing);

        int GetPlace(double value) =>
            (int)Math.Round((DrawingWidth - 1) * (Math.Clamp(value, low, high) - low) / (high - low));
    }

    private static HistoryLine Read(string text, string place)
    {
        try
        {
            return JsonSerializer.Deserialize(text, HistoryJson.Default.HistoryLine)!;
        }
        catch (JsonException e)
        {
            throw new UserErrorException($"{place}: error: no line of load ab --history: {e.Message}");
        }
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(HistoryLine))]
internal sealed partial class HistoryJson : JsonSerializerContext;
