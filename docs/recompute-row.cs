// Computes the ratios of a row from the archive, without our libraries: dotnet run docs/recompute-row.cs Q2
using System.Formats.Tar; // NaN: the row does not follow from samples, such as one of bursts
using System.IO.Compression;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
string Read(string key) =>
    Regex.Match(File.ReadAllText($"docs/claims/{args[0]}.yaml"), $"(?m)^  {key}: (.*)$").Groups[1].Value;
var (figure, names) = (Read("figure"), Read("compare").Replace("'", "").Trim('[', ']').Split(", "));
var experiment = Read("same_as") is { Length: > 0 } other ? other : args[0];
var newest = File.ReadLines("docs/archive/measurements.jsonl").Select(line => JsonNode.Parse(line)!)
    .Where(one => (string?)one["claim"] == args[0]).GroupBy(one => $"{one["run_hash"]} {one["build"]}").Last();
foreach (var cell in newest.GroupBy(one => $"{one["machine"]!["fingerprint"]}"))
    Console.WriteLine($"{Math.Exp(cell.SelectMany(ReadLogs).DefaultIfEmpty(double.NaN).Average()):g4} {cell.Key}");
IEnumerable<double> ReadLogs(JsonNode record) // the logarithm of the ratio of each start
{
    using var pack = new BrotliStream(File.OpenRead($"docs/archive/{record["raw"]}"), CompressionMode.Decompress);
    using var files = new TarReader(pack);
    while (files.GetNextEntry() is { } file)
        if (Regex.IsMatch(file.Name, $@"^{experiment}-start-\d+/.*json") && JsonNode.Parse(file.DataStream!) is { } run)
            yield return Math.Log(Compute(run, names[0]) / Compute(run, names[^1]));
}
double Compute(JsonNode run, string name)
{
    JsonNode[] Find(string part, string key) => [.. run[part]!.AsArray().Where(one => (string?)one![key] == name)!];
    double Sum(string key) => (double?)Find("starts", "variant")[0][key] // the whole start, where only that is known
        ?? Find("samples", "variant").Sum(turn => (double)turn[key]!);
    return figure is "throughput" ? Sum("good") / Sum("busy_s") : figure is "cpu" ? Sum("cpu_s") / Sum("requests")
        : figure is "allocation" ? Sum("allocated_bytes") / Sum("requests")
        : figure is "median-speed" ? 1 / (double)Find("variants", "name")[0]["latency"]!["p50"]! : double.NaN;
}
