#:package MathNet.Numerics@5.0.0
#:property ManagePackageVersionsCentrally=false
#:property PublishAot=false
// Computes the ratios of a comparison from the samples of its result (method.md): dotnet run experiments/scripts/recompute.cs FILE...
using System.Text.Json.Nodes;
using MathNet.Numerics.Distributions;
using MathNet.Numerics.Statistics;
foreach (var file in args)
{
    var result = JsonNode.Parse(File.ReadAllText(file))!;
    var baseline = (string)result["baseline"]!;
    var hosts = result["variants"]!.AsArray().ToDictionary(one => $"{one!["name"]}", one => $"{one!["url"]}".Split('/')[2]);
    var samples = result["samples"]!.AsArray().OfType<JsonNode>().ToArray();
    var hasOneStart = samples.All(sample => (int)sample["start"]! == 1);
    (string, string Over, string)[] metrics =
        [("ratio", "good", "busy_s"), ("cpu_ratio", "cpu_s", "requests"), ("alloc_ratio", "allocated_bytes", "requests")];
    // All ranges of the file hold together, so that each may miss less often (Bonferroni).
    var measured = metrics.Count(metric => samples.Any(one => $"{one["variant"]}" == baseline && one[metric.Over] is not null));
    var level = (double)result["method"]!["family_level"]! / (measured * (hosts.Count - 1));
    foreach (var (name, over, under) in metrics)
    {
        // By the number of the start or, of the only start, of its batch.
        var units = hosts.Keys.ToDictionary(one => one, one => samples
            .Where(sample => $"{sample["variant"]}" == one && sample[over] is not null)
            .ToDictionary(sample => (int)sample[hasOneStart ? "batch" : "start"]!));
        var logs = hosts.Keys.Where(one => one != baseline && units[baseline].Count > 0).ToDictionary(one => one, one =>
            units[one].Select(unit => Math.Log(Divide([unit.Value]) / Divide([units[baseline][unit.Key]]))).ToArray());
        foreach (var (variant, own) in logs)
        {
            var share = logs.Count > 1 ? 0.5 : 0;
            var variance = (own.Variance() + share * logs.Values.Average(one => one.Variance())) / (1 + share);
            var half = T((1 + share) * (own.Length - 1)) * Math.Sqrt(variance / own.Length);
            var other = T(1000) * (!hasOneStart ? 0 : hosts[variant] == hosts[baseline] ? 0.015 : 0.03);
            var ratio = Divide(units[variant].Values) / Divide(units[baseline].Values);
            var factor = Math.Exp(double.Hypot(half, other));
            Console.WriteLine($"{variant} {name} {ratio:R} {ratio / factor:R} {ratio * factor:R}");
        }

        double T(double n) => StudentT.InvCDF(0, 1, Math.Min(1000, n), 1 - level / 2);
        double Divide(IEnumerable<JsonNode> of) => of.Sum(one => (double)one[over]!) / of.Sum(one => (double)one[under]!);
    }
}
