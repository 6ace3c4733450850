using System.Text.Json.Nodes;

namespace Studies.Claims.Archive;

/// <summary>
/// Reads result files that the load tool wrote before they had samples. Their ratios and intervals stay those of the
/// rule of their time.
/// </summary>
internal static class OldResult
{
    private const string Schema = "urn:load:result:2";

    // Any number of responses gives the rate of a round, which is all that old files have of it.
    private const int Responses = 1_000_000;

    private const int Batches = 10;

    private static readonly string[] RatioKeys = ["ratio", "cpu_ratio", "alloc_ratio", "p50_ratio", "p99_ratio"];

    /// <summary>Reads a result file of the current or of the old schema.</summary>
    public static Result Read(string path)
    {
        var root = JsonNode.Parse(File.ReadAllText(path))!.AsObject();
        if ((string?)root["schema"] != Schema)
            return Result.Read(path);
        Upgrade(root);
        var copy = Path.GetTempFileName();
        try
        {
            File.WriteAllText(copy, root.ToJsonString());
            return Result.Read(copy);
        }
        finally
        {
            File.Delete(copy);
        }
    }

    /// <summary>Whether a result was read from a file of the old schema.</summary>
    public static bool IsOld(Result result) => result.Samples.All(sample => sample.Good == Responses);

    /// <summary>
    /// Computes the ratio of two throughputs as the load tool did: the geometric mean of the ratios of ten batches of
    /// rounds or, before there were batches, of all rounds.
    /// </summary>
    /// <returns>The ratio; null if no batch has one.</returns>
    public static double? ComputeRatio(
        Result result, VariantResult variant, VariantResult baseline, bool hasBatches = true)
    {
        var (own, other) = (GetRounds(result, variant), GetRounds(result, baseline));
        int[] numbers = [.. own.Keys.Intersect(other.Keys).Order()];
        var count = hasBatches ? Math.Min(numbers.Length, Batches) : numbers.Length;
        double[] ratios =
        [
            .. Enumerable.Range(0, count)
                .Select(batch => numbers[(batch * numbers.Length / count)..((batch + 1) * numbers.Length / count)])
                .Select(batch => batch.Sum(round => own[round]) / batch.Sum(round => other[round]))
                .Where(ratio => ratio is > 0 and < double.PositiveInfinity),
        ];
        return ratios is [] ? null : GeometricMean.FromIndependent(ratios).Value;
    }

    // The throughput of each round. A baseline may have two turns in a round.
    private static Dictionary<int, double> GetRounds(Result result, VariantResult variant) => result.Samples
        .Where(sample => sample.Variant == variant.Name)
        .GroupBy(sample => sample.Round, sample => sample.Good / sample.BusyS)
        .ToDictionary(round => round.Key, round => round.Average());

    private static void Upgrade(JsonObject root)
    {
        root["schema"] = Result.SchemaId;
        if ((string?)root["validity"]!["state"] is "limited")
            root["validity"]!["state"] = RunValidity.ValidState;
        var baseline = (string?)root["baseline"];
        var samples = new JsonArray();
        foreach (var variant in root["variants"]!.AsArray().Select(node => node!.AsObject()))
        {
            var (name, throughput) = ((string?)variant["name"], variant["throughput"]!);
            throughput["rate"] = throughput["median"]?.DeepClone();
            foreach (var ratio in RatioKeys.Select(key => variant[key]).OfType<JsonNode>())
            {
                ratio["verdict"] ??= "cannot tell";
                ratio["units"] ??= new JsonArray();
            }

            variant["parts"] = new JsonArray([.. (variant["bursts"]?.AsArray() ?? []).Select(CreatePart)]);
            if ((string?)root["kind"] is Result.ComparisonKind)
                AddSamples(samples, name, variant["rounds"], name == baseline ? root["baseline_again"] : null);
        }

        root["samples"] = samples;
    }

    private static JsonObject CreatePart(JsonNode? burst)
    {
        var part = burst!.DeepClone().AsObject();
        part["kind"] = "burst";
        part["name"] = $"burst of {burst["requests"]}";
        part["measured_s"] = burst["duration_s"]?.DeepClone();
        part["throughput"] = new JsonObject { ["rate"] = burst["rps"]?.DeepClone(), ["lo"] = null, ["hi"] = null };
        var latency = new JsonObject { ["curve"] = new JsonArray(), ["clock"] = "response" };
        foreach (var key in (string[])["min", "mean", "max", "p50", "p90", "p95", "p99", "p999"])
            latency[key] = burst[key]?.DeepClone();
        part["latency"] = latency;
        part.Remove("processes");
        return part;
    }

    private static void AddSamples(JsonArray samples, string? variant, params JsonNode?[] turns)
    {
        foreach (var round in turns.OfType<JsonArray>().SelectMany(rounds => rounds))
        {
            samples.Add(new JsonObject
            {
                ["variant"] = variant,
                ["start"] = 1,
                ["round"] = (int)round!["n"]!,
                ["place"] = (int)round["slot"]!,
                ["at_s"] = (double)round["start_s"]!,
                ["requests"] = (long)round["requests"]!,
                ["good"] = Responses,
                ["busy_s"] = (double)round["rps"]! is > 0 and var rate ? Responses / rate : double.MaxValue,
            });
        }
    }
}
