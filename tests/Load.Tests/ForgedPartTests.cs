using System.Text.Json.Nodes;

namespace Load.Tests;

/// <summary>Merges a part of a load with another one that was changed by hand: refused, and named.</summary>
public sealed class ForgedPartTests : LoadToolTests
{
    [Theory]
    [InlineData("variants[0].url", "\"http://other/\"", "another URL")]
    [InlineData("plan.seed", "99", "another seed")]
    [InlineData("model.kind", "\"open\"", "another load model")]
    [InlineData("model.rate_per_s", "7", "another rate")]
    [InlineData("model.connections", "2147483647", "another number of connections")]
    [InlineData("plan.timeout_s", "7", "another time limit")]
    [InlineData("plan.part.count", "3", "another number of parts")]
    [InlineData("plan.part.number", "1", "is part 1/2, as is ")]
    [InlineData("kind", "\"compare\"", "comes from load compare")]
    [InlineData("schema", "\"urn:load:result:9\"", "the schema is urn:load:result:9")]
    [InlineData("variants[0].requests", "-5", "impossible counts")]
    [InlineData("variants[0].requests", "10000", "impossible counts")]
    [InlineData("variants[0].requests", "9223372036854775807", "impossible counts")]
    [InlineData("variants[0].statuses.200", "9223372036854775807", "impossible counts")]
    [InlineData("variants[0].errors", "1001", "impossible counts")]
    [InlineData("variants[0].errors", "-1", "impossible counts")]
    [InlineData("variants[0].measured_s", "0", "impossible counts or times")]
    [InlineData("variants[0].measured_s", "-3", "impossible counts or times")]
    [InlineData("variants[0].throughput.rate", "5000", "a throughput that does not follow from its requests")]
    [InlineData("variants[0].throughput.rate", "-1", "a throughput that does not follow from its requests")]
    [InlineData("variants[0].bytes", "9223372036854775807", "impossible counts")]
    [InlineData("variants[0].check_failures", "-1", "impossible counts")]
    [InlineData("variants[0].latency.histogram.count", "5", "a histogram whose buckets and counts contradict")]
    [InlineData("variants[0].latency.histogram.sum_ns", "9223372036854775807", "a histogram whose buckets and counts")]
    [InlineData("variants[0].latency.histogram.max_ns", "9223372036854775807", "a histogram whose buckets and counts")]
    [InlineData("duration_s", "-1", "impossible start or duration")]
    [InlineData("duration_s", "1e300", "impossible start or duration")]
    [InlineData("started", "\"yesterday\"", "impossible start or duration")]
    [InlineData("started", "\"9999-12-31T23:59:59Z\"", "impossible start or duration")]
    [InlineData("started", "\"2026-11-20T10:15:00Z\"", "the run started after that of ")]
    [InlineData("provenance", "[[]]", "a provenance that is not a list of pairs")]
    [InlineData("variants", "[null]", "One of the files is incomplete or was changed by hand")]
    [InlineData("variants[0].parts", "[null]", "One of the files is incomplete or was changed by hand")]
    [InlineData("validity.checks", "[null]", "One of the files is incomplete or was changed by hand")]
    public async Task Merge_ForgedPart_IsRefused(string path, string value, string expected)
    {
        var (part, forged) = (CreatePart(1), CreatePart(2));
        var places = path.Replace("[0]", ".0").Split('.');
        var node = places[..^1].Aggregate((JsonNode)forged, (one, place) => place is "0" ? one[0]! : one[place]!);
        node[places[^1]] = JsonNode.Parse(value);

        var exit = await MergeAsync(part, forged);

        exit.ShouldBe(ExitCode.UsageError, Tool.Output + Tool.Error);
        Tool.Error.ShouldContain(expected);
        Tool.Error.ShouldContain(".json");
        Directory.GetFiles(Tool.Folder).ShouldBeEmpty();
    }

    [Fact]
    public async Task Merge_PartsAsTheyAre_AreTaken()
    {
        (await MergeAsync(CreatePart(1), CreatePart(2))).ShouldBe(ExitCode.Ok, Tool.Error);

        var merged = await Tool.ReadRunAsync();
        (merged.Requests, merged.Throughput.Rate, merged.BusyS).ShouldBe((2000, 1000, 2));
        var file = Directory.GetFiles(Tool.Folder, "*.json").Single();
        (await Tool.InvokeAsync("report", file)).ShouldBe(ExitCode.Ok, Tool.Error);
    }

    private Task<int> MergeAsync(params JsonObject[] parts) => Tool.InvokeAsync(
    [
        "merge", .. parts.Select(part => new TempFile(".json", part.ToJsonString()).Path), "--name", "whole",
        "--out", Tool.Folder,
    ]);

    private static JsonObject CreatePart(int number)
    {
        var (histogram, random, run) = (new LatencyHistogram(), new Random(number), SampleResults.Run());
        for (var i = 0; i < 1000; i++)
            histogram.Record(random.Next(100_000, 9_000_000));
        var part = run with
        {
            Plan = run.Plan with { Part = new SequencePart(number, 2), TimeoutS = 30 },
            Validity = new RunValidity(RunValidity.ValidState, []),
            Variants = [run.Variants[0] with { BusyS = 2, Latency = LatencySummary.Summarize(histogram) }],
        };
        return JsonSerializer.SerializeToNode(part, ResultJson.Default.Result)!.AsObject();
    }
}
