namespace Studies.Tests.Claims;

/// <summary>Makes a bundle of a measurement of the archive, as it is and with one thing forged.</summary>
public sealed class MachineBundleTests : IDisposable
{
    private const string Row = "B6";
    private static readonly string Archive = Path.Combine(Repository.Root, "docs", "archive");
    private readonly string _folder = Directory.CreateTempSubdirectory("machine-bundle-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Bundle_OfMeasurement_FollowsFromItsFiles() => (await FindErrorsAsync()).ShouldBeEmpty();

    [Fact]
    public async Task Metric_Forged_IsRefused() => (await FindErrorsAsync(record => record with
    {
        Metrics = new Dictionary<string, Metric> { ["ratio"] = record.Metrics["ratio"] with { Value = 4 } },
    })).ShouldContain("by its result files");

    [Fact]
    public async Task Rule_OfOtherVersion_IsRefused() => (await FindErrorsAsync(
        record => record with { RuleHash = "other" })).ShouldContain("is not that of this version");

    private async Task<string> FindErrorsAsync(Func<ArchiveRecord, ArchiveRecord>? forgeRecord = null)
    {
        var archive = MeasurementArchive.Parse(await File.ReadAllTextAsync(
            Path.Combine(Archive, "measurements.jsonl"), TestContext.Current.CancellationToken));
        // Its rule was that of today without what it runs, which was code then.
        var record = archive.GetHistory(Row)[^1] with
        {
            RuleHash = ClaimCatalog.Library.Claims.Single(claim => claim.Id == Row).Hash,
        };
        var results = Directory.CreateDirectory(Path.Combine(_folder, "results")).FullName;
        RawPack.Unpack(Path.Combine(Archive, record.Raw!), results);
        var path = MachineBundle.Save([forgeRecord?.Invoke(record) ?? record], results);
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        var check = new ArchiveCheck((experiments, starts) => new(
            environment, load, _folder, new MeasurementDepth(starts, null), experiments));
        return string.Join('\n', await BundleCheck.FindErrorsAsync(path, check));
    }
}
