using System.Text.Json.Nodes;

namespace Studies.Tests.Claims;

/// <summary>Makes a bundle of a measurement of the archive, as it is and with one thing forged.</summary>
public sealed class MachineBundleTests : IDisposable
{
    private const string Row = "B2";
    private static readonly string Archive = Path.Combine(Repository.Root, "docs", "archive");
    private readonly string _folder = Directory.CreateTempSubdirectory("machine-bundle-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Bundle_OfMeasurement_FollowsFromItsFiles() => (await FindErrorsAsync()).ShouldBeEmpty();

    [Fact]
    public async Task Count_Forged_IsRefused() => (await FindErrorsAsync(
        forgeFile: json => json["variants"]![0]!["requests"] = 1)).ShouldContain("contradict each other");

    [Fact]
    public async Task OrderOfTurns_Forged_IsRefused() => (await FindErrorsAsync(forgeFile: json =>
    {
        foreach (var round in json["order"]!.AsArray().ToArray())
            round!.ReplaceWith(Enumerable.Range(0, 2));
    })).ShouldContain("order of turns");

    [Fact]
    public async Task Metric_Forged_IsRefused() => (await FindErrorsAsync(forgeRecord: record => record with
    {
        Metrics = new Dictionary<string, Metric> { ["ratio"] = record.Metrics["ratio"] with { Value = 4 } },
    })).ShouldContain("by its result files");

    [Fact]
    public async Task Rule_OfOtherVersion_IsRefused() => (await FindErrorsAsync(
        forgeRecord: record => record with { RuleHash = "other" })).ShouldContain("is not that of this version");

    [Fact]
    public async Task Pack_Changed_IsRefused() => (await FindErrorsAsync(forgePack: path =>
    {
        var content = File.ReadAllBytes(path);
        content[^1]++;
        File.WriteAllBytes(path, content);
    })).ShouldContain("was changed");

    private async Task<string> FindErrorsAsync(
        Action<JsonNode>? forgeFile = null, Func<ArchiveRecord, ArchiveRecord>? forgeRecord = null,
        Action<string>? forgePack = null)
    {
        var archive = MeasurementArchive.Parse(await File.ReadAllTextAsync(
            Path.Combine(Archive, "measurements.jsonl"), TestContext.Current.CancellationToken));
        var record = archive.GetHistory(Row)[^1];
        var results = Directory.CreateDirectory(Path.Combine(_folder, "results")).FullName;
        RawPack.Unpack(Path.Combine(Archive, record.Raw!), results);
        if (forgeFile is not null)
        {
            var file = Directory.GetFiles(
                results, "*against-per-request-sync*start-1.json", SearchOption.AllDirectories)[0];
            var json = JsonNode.Parse(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken))!;
            forgeFile(json);
            await File.WriteAllTextAsync(file, json.ToJsonString(), TestContext.Current.CancellationToken);
        }

        var path = MachineBundle.Save([forgeRecord?.Invoke(record) ?? record], results);
        forgePack?.Invoke(path);
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        var check = new ArchiveCheck((experiments, starts) => new(
            environment, load, _folder, new MeasurementDepth(starts, null), experiments));
        return string.Join('\n', await BundleCheck.FindErrorsAsync(path, check));
    }
}
