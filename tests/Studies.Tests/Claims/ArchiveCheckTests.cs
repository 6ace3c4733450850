namespace Studies.Tests.Claims;

public sealed class ArchiveCheckTests : IDisposable
{
    private const string Row = "B2";
    private readonly string _archive = Directory.CreateTempSubdirectory("archive-").FullName;

    public void Dispose() => Directory.Delete(_archive, recursive: true);

    [Fact]
    public async Task Record_WithItsResultFiles_FollowsFromThem()
    {
        var record = await CreateRecordAsync();

        var check = await CheckAsync(record);

        check.HasFiles.ShouldBeTrue();
        check.Errors.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(1.3, 1.3, "is 3.94")]
    [InlineData(1, 1.000_001, "is 3.03")]
    public async Task Metric_Changed_IsFound(double factor, double highFactor, string error)
    {
        var record = await CreateRecordAsync();
        var metric = record.Metrics[LedgerEntry.Ratio];
        var forged = metric with { Value = factor * metric.Value, Lo = factor * metric.Lo, Hi = highFactor * metric.Hi };

        var check = await CheckAsync(record with
        {
            Metrics = new Dictionary<string, Metric> { [LedgerEntry.Ratio] = forged },
        });

        string.Join('\n', check.Errors).ShouldContain(error);
    }

    [Fact]
    public async Task VerdictAndFigures_Changed_AreFound()
    {
        var record = await CreateRecordAsync();

        (await CheckAsync(record with { Verdict = "differs", Figures = "25 000 req/s" })).Errors.Count.ShouldBe(2);
    }

    [Fact]
    public async Task ResultFiles_OfOtherRatio_AreFound()
    {
        var (record, other) = (await CreateRecordAsync(), await CreateRecordAsync(ratio: 3.1));

        (await CheckAsync(record with { Raw = other.Raw })).Errors.ShouldNotBeEmpty();
    }

    [Fact]
    public async Task Record_WithoutResultFiles_IsCounted() =>
        (await CheckAsync((await CreateRecordAsync()) with { Raw = null })).HasFiles.ShouldBeFalse();

    private static Claim GetClaim() => ClaimCatalog.Library.Claims.Single(claim => claim.Id == Row);

    private async Task<ArchiveRecord> CreateRecordAsync(double ratio = 3)
    {
        var folder = Path.Combine(_archive, $"claims-{ratio}");
        for (var start = 1; start <= 5; start++)
        {
            var name = $"shared-async-against-per-request-sync-50-start-{start}";
            Directory.CreateDirectory(Path.Combine(folder, name));
            PlantedResults.CreateComparison(Figure.Throughput, ratio + (0.01 * start), 1)
                .Write(Path.Combine(folder, name, "1.json"));
        }

        var claim = GetClaim();
        var measured = await MeasureAsync(new RawExperiments(folder), claim);
        return new ArchiveRecord
        {
            Claim = Row,
            RuleHash = claim.Hash,
            Verdict = claim.File.Criterion!.Decide(measured.Metrics, 5).Verdict.GetText(),
            Date = "2026-11-24 12:00",
            Commit = "1",
            Machine = MachineRecord.Read(null),
            Metrics = measured.Metrics,
            Figures = measured.Figures,
            Raw = RawPack.Save(folder, _archive),
            Previous = null,
        };
    }

    private async Task<RecordCheck> CheckAsync(ArchiveRecord record)
    {
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        var check = new ArchiveCheck(_archive, (experiments, starts) => new(
            environment, load, _archive, new MeasurementDepth(starts, null), experiments));
        return await check.CheckAsync(record, GetClaim());
    }

    private async Task<Measurement> MeasureAsync(ExperimentCache experiments, Claim claim)
    {
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        return await ClaimCatalog.Methods[Row](
            new(environment, load, _archive, new MeasurementDepth(null, null), experiments), claim);
    }
}
