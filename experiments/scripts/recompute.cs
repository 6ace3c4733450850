#:package MathNet.Numerics@5.0.0
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Computes the ratios of a comparison from the samples of its result (method.md): dotnet run experiments/scripts/recompute.cs FILE
using System.Text.Json.Nodes;
using MathNet.Numerics.Statistics;
var result = JsonNode.Parse(File.ReadAllText(args[0]))!;
var (baseline, level) = ((string)result["baseline"]!, (double)result["method"]!["interval_level"]!);
var hosts = result["variants"]!.AsArray().ToDictionary(one => $"{one!["name"]}", one => $"{one!["url"]}".Split('/')[2]);
var turns = result["samples"]!.AsArray().ToLookup(turn => $"{turn!["variant"]}", turn => turn!);
var rounds = turns[baseline].Select(turn => (int)turn["round"]!).Distinct().Order().ToList();
var hasOneStart = turns[baseline].All(turn => (int)turn["start"]! == 1);
foreach (var (name, over, under) in ((string, string, string)[])[
    ("ratio", "good", "busy_s"), ("cpu_ratio", "cpu_s", "requests"), ("alloc_ratio", "allocated_bytes", "requests")])
{
    var all = hosts.Keys.ToDictionary(one => one, one => turns[one].Where(turn =>
        turn[over] is not null || FindStarts([turn]) is [_, ..]).ToArray());
    var units = all.ToDictionary(one => one.Key, one => // starts or, of the only start, ten batches of its rounds
        one.Value.GroupBy(Unit).ToDictionary(unit => unit.Key, unit => Divide([.. unit], hasOneStart)));
    var logs = hosts.Keys.Where(one => one != baseline && all[baseline] is not []).ToDictionary(one => one, one =>
        units[one].Select(unit => Math.Log(unit.Value / units[baseline][unit.Key])).ToArray());
    foreach (var (variant, own) in logs)
    {
        var share = logs.Count > 1 ? 0.5 : 0;
        var variance = (own.Variance() + share * logs.Values.Average(one => one.Variance())) / (1 + share);
        var half = T((1 + share) * (own.Length - 1)) * Math.Sqrt(variance / own.Length);
        var other = T(1000) * (!hasOneStart ? 0 : hosts[variant] == hosts[baseline] ? 0.015 : 0.03);
        var (ratio, factor) = (Divide(all[variant]) / Divide(all[baseline]), Math.Exp(double.Hypot(half, other)));
        Console.WriteLine($"{variant} {name} {ratio:R} {ratio / factor:R} {ratio * factor:R}");
    }
    double Divide(JsonNode[] of, bool isBatch = false) => (isBatch || FindStarts(of) is not [_, ..] whole ? of : whole)
        .Sum(one => (double)one[over]!) / of.Sum(one => (double)one[under]!);
    JsonNode[] FindStarts(JsonNode[] of) => [.. result["starts"]!.AsArray().OfType<JsonNode>().Where(start =>
        start[over] is not null && of.Any(turn => Id(turn) == Id(start)))];
}
(string, int) Id(JsonNode one) => ($"{one["variant"]}", (int)one["start"]!);
double T(double n) => MathNet.Numerics.Distributions.StudentT.InvCDF(0, 1, Math.Min(1000, n), 1 - level / 2);
int Unit(JsonNode turn) => !hasOneStart ? (int)turn["start"]!
    : ((rounds.IndexOf((int)turn["round"]!) + 1) * Math.Min(10, rounds.Count) - 1) / rounds.Count;
