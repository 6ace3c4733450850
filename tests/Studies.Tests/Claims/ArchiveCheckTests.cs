namespace Studies.Tests.Claims;

/// <summary>Checks a measurement of the archive, as it is and with one thing forged.</summary>
public sealed class ArchiveCheckTests
{
    private const string Row = "B2";
    private static readonly string Archive = Path.Combine(Repository.Root, "docs", "archive");

    [Fact]
    public async Task Record_WithItsResultFiles_FollowsFromThem()
    {
        var check = await CheckAsync(record => record);

        check.HasFiles.ShouldBeTrue();
        check.Errors.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(1.3, 1)]
    [InlineData(1, 1.000_001)]
    public async Task Metric_Changed_IsFound(double factor, double highFactor)
    {
        var check = await CheckAsync(record =>
        {
            var metric = record.Metrics[LedgerEntry.Ratio];
            return record with
            {
                Metrics = new Dictionary<string, Metric>
                {
                    [LedgerEntry.Ratio] = metric with { Value = factor * metric.Value, Hi = highFactor * metric.Hi },
                },
            };
        });

        check.Errors.ShouldHaveSingleItem().ShouldContain("by its result files 3.08");
    }

    [Fact]
    public async Task Metric_LeftOut_IsFound() => (await CheckAsync(
        record => record with { Metrics = new Dictionary<string, Metric> { ["other"] = Metric.Exact(1) } }))
        .Errors.Count.ShouldBeGreaterThan(1);

    [Fact]
    public async Task VerdictAndFigures_Changed_AreFound() => (await CheckAsync(
        record => record with { Verdict = "differs", Figures = "25 000 req/s" })).Errors.Count.ShouldBe(2);

    [Fact]
    public async Task ResultFiles_LeftOutOrOfOtherRow_AreFound()
    {
        var other = (await ReadArchiveAsync()).GetHistory("D4")[^1].Raw;

        (await CheckAsync(record => record with { Raw = null })).Errors.ShouldNotBeEmpty();
        (await CheckAsync(record => record with { Raw = other })).Errors.ShouldNotBeEmpty();
    }

    private static async Task<MeasurementArchive> ReadArchiveAsync() => MeasurementArchive.Parse(
        await File.ReadAllTextAsync(
            Path.Combine(Archive, "measurements.jsonl"), TestContext.Current.CancellationToken));

    private static async Task<RecordCheck> CheckAsync(Func<ArchiveRecord, ArchiveRecord> forge)
    {
        var record = (await ReadArchiveAsync()).GetHistory(Row)[^1];
        await using var environment = new TestbedEnvironment(TestContext.Current.CancellationToken);
        await using var load = new LoadToolRunner(TestContext.Current.CancellationToken);
        var check = new ArchiveCheck((experiments, starts) => new(
            environment, load, "unused", new MeasurementDepth(starts, null), experiments));
        return await check.CheckAsync(
            forge(record), ClaimCatalog.Library.Claims.Single(claim => claim.Id == Row), Archive);
    }
}
