using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>
/// A row of the ledger with a record and with result files that the load tool would read. They are made of a committed
/// comparison; the starts differ by a seed.
/// </summary>
internal static class PlantedRow
{
    private const int Starts = 5;
    private static readonly string[] Ratios = ["ratio", "cpu_ratio", "alloc_ratio", "p50_ratio", "p99_ratio"];

    /// <summary>A question about CPU time whose file has no load of its own.</summary>
    public static Claim Claim { get; } = ClaimCatalog.Library.Claims.First(claim => claim.File is
    {
        Question: not null,
        Run: { Figure: RunFigure.Cpu, SameAs: null, IsComparison: true, Connections: null, Load.Count: 3 },
    } && !claim.File.Run.Variants.Any(variant => variant.SendsTelemetry));

    public static Claim With(IReadOnlyDictionary<string, string> load) =>
        new(Claim.File with { Run = Claim.File.Run with { Load = load } });

    public static async Task<ArchiveRecord> PublishAsync(string resultsFolder, string archiveFolder, string date)
    {
        var measured = await MeasureAsync(resultsFolder);
        return new ArchiveRecord
        {
            Claim = Claim.Id,
            RuleHash = Claim.Hash,
            RunHash = Claim.RunHash,
            Build = "",
            Verdict = Claim.File.Criterion.Decide(measured.Metrics, Claim.File.Design.Starts).Verdict.GetText(),
            Date = date,
            Commit = "",
            Machine = MachineRecord.Read(cpuPressure: null),
            Metrics = measured.Metrics,
            Figures = measured.Figures,
            Raw = RawPack.Save(resultsFolder, archiveFolder),
            Previous = null,
        };
    }

    public static async Task<IReadOnlyList<string>> CheckAsync(
        Func<ArchiveCheck, Task<IReadOnlyList<string>>> checkAsync)
    {
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        return await checkAsync(new ArchiveCheck(environment, load));
    }

    /// <summary>Writes the result files of all starts.</summary>
    public static void WriteFiles(string folder)
    {
        var text = File.ReadAllText(Path.Combine(Repository.Root, "web", "test", "results", "compare.json"));
        for (var start = 1; start <= Starts; start++)
        {
            var name = $"{Claim.File.Run.Experiment}-start-{start}";
            Directory.CreateDirectory(Path.Combine(folder, name));
            File.WriteAllText(
                Path.Combine(folder, name, $"{name}.json"), CreateResult(JsonNode.Parse(text)!, start).ToJsonString());
        }
    }

    private static async Task<Measurement> MeasureAsync(string folder)
    {
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        var files = new RawExperiments(folder, Claim.File.Run);
        var measured = await ClaimRunner.MeasureAsync(new(environment, load, folder, Starts, files), Claim);
        files.Errors.ShouldBeEmpty();
        return measured;
    }

    private static JsonNode CreateResult(JsonNode result, int start)
    {
        var names = new Dictionary<string, string>
        {
            ["string-jsonconvert"] = Claim.File.Run.Compare[1],
            ["webclient-sync"] = Claim.File.Run.Compare[0],
        };
        foreach (var (part, key) in ((string, string)[])[
            ("variants", "name"), ("samples", "variant"), ("starts", "variant")])
        {
            var kept = result[part]!.AsArray().Where(one => names.ContainsKey($"{one![key]}")).ToArray();
            result[part] = new JsonArray([.. kept.Select(one => one!.DeepClone())]);
            foreach (var one in result[part]!.AsArray())
                one![key] = names[$"{one[key]}"];
        }

        var random = new Random(start);
        result["baseline"] = Claim.File.Run.Compare[1];
        result["plan"]!["seed"] = start;
        result["plan"]!["rounds"] = Claim.File.Run.Rounds;
        foreach (var (option, field) in ((string, string)[])[
            ("warmup", "warmup_s"), ("slice", "slice_s"), ("slice-warmup", "slice_warmup_s")])
        {
            var value = Claim.File.Run.Load[option].TrimEnd('s');
            result["plan"]![field] = double.Parse(value, CultureInfo.InvariantCulture);
        }

        result["order"] = new JsonArray([.. Enumerable.Range(0, 10).Select(_ => Shuffle(random))]);
        foreach (var sample in result["samples"]!.AsArray())
            sample!["cpu_s"] = (double)sample["cpu_s"]! * (1 + (0.02 * random.NextDouble()));
        foreach (var variant in result["variants"]!.AsArray())
        {
            foreach (var ratio in Ratios.Select(ratio => variant![ratio]).OfType<JsonObject>())
                (ratio["lo"], ratio["hi"]) = (null, null);
            variant!["processes"]!["target"]!["cpu_ms"] = 1000 * GetCpu(result, $"{variant["name"]}");
            if (variant["cpu_ratio"] is JsonObject cpu)
                cpu["value"] = GetCpu(result, names["webclient-sync"]) / GetCpu(result, names["string-jsonconvert"]);
        }

        return result;
    }

    private static JsonArray Shuffle(Random random)
    {
        int[] turns = [0, 1];
        random.Shuffle(turns);
        return new JsonArray(turns[0], turns[1]);
    }

    private static double GetCpu(JsonNode result, string variant)
    {
        var samples = result["samples"]!.AsArray().Where(sample => (string?)sample!["variant"] == variant).ToArray();
        return samples.Sum(sample => (double)sample!["cpu_s"]!) / samples.Sum(sample => (double)sample!["requests"]!);
    }
}
