using Studies.Claims.Catalog;
using Studies.Claims.Criteria;
using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies.Clients;
using Studies.Tests.LoadTool;
using Testing;

namespace Studies.Tests.Claims;

/// <summary>Plants faults in what is measured, and expects that the row's verdict flips.</summary>
public sealed class MeasurementReaderTests
{
    private const string ThroughputRatio = "\"ratio\": { \"value\": ";
    private const string CpuRatio = "\"cpu_ratio\": { \"value\": ";

    [Theory]
    [TimeLimit(60)]
    [InlineData(true, 19, 20, "no longer holds")]
    [InlineData(false, 0, 0, "holds")]
    public async Task ConsoleProgramOf2014_WithSharedOrNewContent_CountsNulls(
        bool sharesContent, int first, int second, string verdict)
    {
        var measurement = Byterot2014Claims.ReadClassic(await ClassicDeserialization.RunAsync(20, sharesContent));

        measurement.Metrics["nulls_read_as_async"].Value.ShouldBe(first);
        measurement.Metrics["nulls_string"].Value.ShouldBe(second);
        Decide("A5p", measurement).ShouldBe(verdict);
    }

    [Theory]
    [InlineData("D1", 327, "holds")]
    [InlineData("D1", 0, "no longer holds")]
    [InlineData("D2b", 0, "holds")]
    [InlineData("D2b", 1, "no longer holds")]
    public void FailuresOfBurst_Counted_DecideVerdict(string id, int failed, string verdict) =>
        Decide(id, Sedlaczek2014Claims.ReadFailures(new(1000, failed, 100, 6.7))).ShouldBe(verdict);

    [Theory]
    [InlineData(new[] { "EgressWithoutIngress", "CpuSaturated" }, new[] { "CpuSaturated" }, "no longer holds")]
    [InlineData(new[] { "CpuSaturated" }, new[] { "CpuSaturated" }, "holds")]
    [InlineData(new string[0], new string[0], "holds")]
    public void AlertsForEgressOnly_WithoutThoseForBothDirections_DecideVerdict(
        string[] egressOnly, string[] bothWays, string verdict) =>
        Decide("A12", Byterot2014Monitoring.ReadEgressAlerts(egressOnly, bothWays)).ShouldBe(verdict);

    [Theory]
    [InlineData(4, 0, "holds")]
    [InlineData(3, 1, "no longer holds")]
    public void TestsOfHeldConnection_Counted_DecideVerdict(int passed, int failed, string verdict) =>
        Decide("C3", new global::Studies.Claims.TestRun(4, passed, failed, 0).ToMeasurement("Tests")).ShouldBe(verdict);

    [Theory]
    [InlineData("B2", "3", "holds")]
    [InlineData("B2", "1", "no longer holds")]
    [InlineData("B5", "3", "holds")]
    [InlineData("B5", "0.8", "no longer holds")]
    [InlineData("A3b", "0.18", "holds")]
    [InlineData("A3b", "0.95", "no longer holds")]
    [InlineData("D5", "1", "holds")]
    [InlineData("D5", "1.3", "no longer holds")]
    public void RatioOfComparisons_OverFiveStarts_DecidesVerdict(string id, string ratio, string verdict)
    {
        var starts = CreateStarts(ThroughputRatio + "3", ThroughputRatio + ratio);

        Decide(id, ComparisonReader.ReadThroughput(starts)).ShouldBe(verdict);
        Decide(id, ComparisonReader.ReadThroughput(starts[1..])).ShouldBe("cannot tell");
    }

    [Theory]
    [InlineData("B7e", "11.6", "holds")]
    [InlineData("B7e", "2", "differs")]
    [InlineData("B7e", "1", "no longer holds")]
    public void CpuRatioOfComparisons_OverFiveStarts_DecidesVerdict(string id, string ratio, string verdict)
    {
        var starts = CreateStarts(CpuRatio + "0.5", CpuRatio + ratio);

        Decide(id, ComparisonReader.ReadCpu(starts)).ShouldBe(verdict);
    }

    [Theory]
    [InlineData("server_port=\"1\"", "server_port=\"2\"", "server_port=\"1\"", "server_port=\"2\"", "holds")]
    [InlineData("server_port=\"1\"", "server_port=\"2\"", "strategy=\"a\"", "strategy=\"b\"", "differs")]
    [InlineData("server_port=\"1\"", "server_port=\"1\"", "strategy=\"a\"", "strategy=\"b\"", "no longer holds")]
    public void CountersOfHosts_WithOrWithoutHost_DecideVerdict(
        string first, string second, string lastOfFirst, string lastOfSecond, string verdict)
    {
        var metrics = new PrometheusSamples($$"""
            http_client_request_duration_seconds_count{{{first}}} 2
            http_client_request_duration_seconds_count{{{second}}} 3
            http_client_request_duration_seconds_sum{{{first}}} 0.2
            http_client_request_duration_seconds_sum{{{second}}} 0.3
            backend_call_last_duration_seconds{{{lastOfFirst}}} 0.1
            backend_call_last_duration_seconds{{{lastOfSecond}}} 0.1
            """);

        Decide("A8b", Byterot2014Monitoring.ReadHostCounters(metrics, 1, 2)).ShouldBe(verdict);
    }

    [Theory]
    [InlineData("0.05", "0.05", "0.06", "holds")]
    [InlineData("0.01", "0.05", "0.05", "no longer holds")]
    [InlineData("0.05", "0.05", "0.12", "no longer holds")]
    public void RatiosWithOtherNumbersOfConnections_RelativeToTen_DecideVerdict(
        string one, string ten, string fifty, string verdict)
    {
        var comparisons = new Dictionary<int, IReadOnlyList<LoadResult>>
        {
            [1] = CreateStarts(ThroughputRatio + "3", ThroughputRatio + one),
            [10] = CreateStarts(ThroughputRatio + "3", ThroughputRatio + ten),
            [50] = CreateStarts(ThroughputRatio + "3", ThroughputRatio + fifty),
        };

        Decide("A10", ComparisonReader.ReadByConnections(comparisons, reference: 10)).ShouldBe(verdict);
    }

    [Theory]
    [InlineData("7000", "15000", "holds")]
    [InlineData("7000", "7000", "no longer holds")]
    [InlineData("20000", "7000", "no longer holds")]
    public void MediansOfFirstAndLastStep_OverFiveStarts_DecideVerdict(string first, string last, string verdict) =>
        Decide("D6", Sedlaczek2014Claims.ReadClimb(CreateRunsWithSteps(first, "9000", last))).ShouldBe(verdict);

    [Fact]
    public void StepWithoutMedian_Read_Throws() => Should.Throw<StudyException>(
        () => Sedlaczek2014Claims.ReadClimb(CreateRunsWithSteps("7000", "null")));

    [Theory]
    [InlineData(150, 0, "holds")]
    [InlineData(0, 0, "no longer holds")]
    [InlineData(150, 1, "no longer holds")]
    public void FailuresOfGoClients_WithFewAndManyIdleConnections_DecideVerdict(int few, int many, string verdict) =>
        Decide("B9b", Prodan2016Measurements.ReadGoFailures(CreateRun(few), CreateRun(many))).ShouldBe(verdict);

    [Fact]
    public void GoClients_WithoutResults_AreNotMeasured() =>
        Prodan2016Measurements.ReadGoFailures(null, CreateRun(0)).NotMeasuredReason.ShouldNotBeNull();

    private static LoadResult CreateRun(int errors) =>
        CreateRuns("\"errors\": 0", $"\"errors\": {errors}")[0];

    private static LoadResult[] CreateRunsWithSteps(params string[] medians)
    {
        var steps = medians.Select(median =>
            $$"""{ "rate_per_s": 15, "requests": 900, "errors": 0, "p50": {{median}} }""");
        return CreateRuns("\"name\": \"slow\"", $"\"name\": \"slow\", \"steps\": [{string.Join(',', steps)}]");
    }

    private static LoadResult[] CreateRuns(string figure, string changed) =>
        [.. CreateStarts(figure, changed).Select(start => start with { Variants = [start.BaselineVariant] })];

    // Five equal process starts, with one figure of the sample result changed.
    private static LoadResult[] CreateStarts(string figure, string changed)
    {
        SampleResultFiles.Comparison.ShouldContain(figure);
        var json = SampleResultFiles.Comparison.Replace(figure, changed, StringComparison.Ordinal);
        return [.. Enumerable.Repeat(LoadResult.Parse(json, "x.json"), 5)];
    }

    private static string Decide(string id, Measurement measurement)
    {
        var file = ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;
        return file.Criterion!.Decide(measurement.Metrics, file.Design!.Starts).Verdict.GetText();
    }
}
