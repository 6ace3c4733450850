using Studies.Claims.Catalog;
using Studies.Claims.Criteria;
using Studies.LoadTool;
using Studies.Studies.Clients;
using Studies.Tests.LoadTool;
using Testing;

namespace Studies.Tests.Claims;

/// <summary>Plants faults in what is measured, and expects that the row's verdict flips.</summary>
public sealed class MeasurementReaderTests
{
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
    public void RatioOfComparisons_OverFiveStarts_DecidesVerdict(string id, string ratio, string verdict)
    {
        var json = SampleResultFiles.Comparison.Replace(
            "\"ratio\": { \"value\": 3,", $"\"ratio\": {{ \"value\": {ratio},", StringComparison.Ordinal);
        var start = LoadResult.Parse(json, "x.json");

        Decide(id, ComparisonReader.ReadThroughput([start, start, start, start, start])).ShouldBe(verdict);
        Decide(id, ComparisonReader.ReadThroughput([start, start, start, start])).ShouldBe("cannot tell");
    }

    private static string Decide(string id, Measurement measurement)
    {
        var file = ClaimCatalog.Library.Claims.Single(claim => claim.Id == id).File;
        return file.Criterion!.Decide(measurement.Metrics, file.Design!.Starts).Verdict.GetText();
    }
}
