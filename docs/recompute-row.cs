// Computes the newest series of a row from the archive, without our libraries: dotnet run docs/recompute-row.cs Q2
using System.Formats.Tar;
using System.IO.Compression;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
string Read(string key) => Regex.Match(
    File.ReadAllText($"docs/claims/{args[0]}.yaml"), $"^  {key}: (.*)$", RegexOptions.Multiline).Groups[1].Value;
var (figure, names) = (Read("figure"), Read("compare").Replace("'", "").Trim('[', ']').Split(", "));
var experiment = Read("same_as") is { Length: > 0 } other ? other : args[0];
var record = File.ReadLines("docs/archive/measurements.jsonl").Select(line => JsonNode.Parse(line)!)
    .Last(one => (string?)one["claim"] == args[0]);
using var pack = new BrotliStream(File.OpenRead($"docs/archive/{record["raw"]}"), CompressionMode.Decompress);
using var files = new TarReader(pack);
var logs = new List<double>(); // of the ratios of the starts
while (files.GetNextEntry() is { } file)
    if (Regex.IsMatch(file.Name, $@"^{experiment}-start-\d+/.*json") && JsonNode.Parse(file.DataStream!) is { } result)
        logs.Add(Math.Log(Compute(result, names[0]) / Compute(result, names[1])));
if (logs is []) throw new NotSupportedException($"{args[0]} has no samples: it has bursts, or no load");
Console.WriteLine($"{args[0]} {Math.Exp(logs.Average()):g4} {(double)record["metrics"]!["ratio"]!["value"]!:g4}");
double Compute(JsonNode result, string name)
{
    JsonNode[] Find(string part, string key) => [.. result[part]!.AsArray().Where(one => (string?)one![key] == name)!];
    double Sum(string key) => (double?)Find("starts", "variant")[0][key] // the whole start, where only that is known
        ?? Find("samples", "variant").Sum(turn => (double)turn[key]!);
    return figure is "throughput" ? Sum("good") / Sum("busy_s")
        : figure is "cpu" ? Sum("cpu_s") / Sum("requests")
        : figure is "allocation" ? Sum("allocated_bytes") / Sum("requests")
        : figure is "median-time" ? (double)Find("variants", "name")[0]["latency"]!["p50"]!
        : throw new NotSupportedException($"{figure} does not follow from samples");
}
