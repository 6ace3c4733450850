using System.Text.Json.Nodes;
using TwoTier.Load.Units;

namespace Load.Tests;

public sealed class MergeTests : LoadToolTests
{
    [Fact]
    public void Merge_ThreePartsOfLoad_EqualsOneRunOfAllRequests()
    {
        long[][] parts = [CreateSample(1, 5_000), CreateSample(2, 20_000), CreateSample(3, 800)];
        var union = CreateRun([.. parts.SelectMany(part => part)]);

        Result[] runs = [.. parts.Select((part, i) => CreateRun(part, new SequencePart(i + 1, 3)))];

        var merged = Merge(runs);

        var (sum, whole) = (merged.Variants[0], union.Variants[0]);
        (sum.Requests, sum.Statuses["200"]).ShouldBe((whole.Requests, whole.Requests));
        sum.Latency.Curve.ShouldBe(whole.Latency.Curve);
        (sum.Latency with { Curve = whole.Latency.Curve }).ShouldBe(whole.Latency);
        sum.Throughput.Rate.ShouldBe(3 * 500);
        (merged.Model.Connections, merged.Baseline, sum.Name).ShouldBe((30, "whole", "whole"));
        (GetCheck(merged, "overlap").State, GetCheck(merged, "parts").State)
            .ShouldBe((CheckState.Pass, CheckState.Pass));

        var missing = GetCheck(Merge(runs[..2]), "parts");
        (missing.State, missing.Value).ShouldBe((CheckState.Fail, "2 of 3"));
    }

    [Theory]
    [InlineData("variants[0].url", "\"http://other/\"", "another URL")]
    [InlineData("scenario.request", "\"GET http://other/\"", "another request")]
    [InlineData("plan.seed", "99", "another seed")]
    [InlineData("model.kind", "\"open\"", "another load model")]
    [InlineData("model.rate_per_s", "7", "another rate")]
    [InlineData("model.connections", "2147483647", "another number of connections")]
    [InlineData("plan.timeout_s", "7", "another time limit")]
    [InlineData("plan.part.count", "3", "another number of parts")]
    [InlineData("plan.part.number", "1", "is part 1/2, as is ")]
    [InlineData("kind", "\"compare\"", "comes from load compare")]
    [InlineData("schema", "\"urn:load:result:9\"", "the schema urn:load:result:9")]
    [InlineData("started", "\"2026-11-20T10:15:00Z\"", "the run started after that of ")]
    [InlineData("variants[0].latency.histogram.count", "5", "a histogram whose buckets and counts contradict")]
    [InlineData("variants", "[null]", "One of the files is incomplete or was changed by hand")]
    public async Task Merge_FileThatDoesNotBelongToTheOther_IsNamedWithTheReason(
        string path, string value, string expected)
    {
        var (first, other) = (Serialize(CreatePart(1)), Serialize(CreatePart(2)));
        string[] places = [.. path.Replace("[", ".[").Split('.')];
        var node = places[..^1].Aggregate(other, (one, place) => place[0] is '[' ? one[place[1] - '0']! : one[place]!);
        node[places[^1]] = JsonNode.Parse(value);

        (await MergeAsync(first, other)).ShouldBe(ExitCode.UsageError, Tool.Output + Tool.Error);

        Tool.Error.ShouldContain(expected);
        Tool.Error.ShouldContain(".json");
        Directory.GetFiles(Tool.Folder).ShouldBeEmpty();
        Should.Throw<UserErrorException>(() => Merge(CreatePart(1))).Message.ShouldContain("there is no other file");
        Should.Throw<UserErrorException>(() => Merge(CreatePart(1), CreatePart(1))).Message
            .ShouldContain("of the same run");
    }

    [Theory]
    [InlineData(30, "2026-11-20T09:15:00Z", CheckState.Pass)]
    [InlineData(30, "2026-11-20T09:15:03Z", CheckState.Pass)]
    [InlineData(30, "2026-11-20T09:15:05Z", CheckState.Fail)]
    [InlineData(2, "2026-11-20T09:15:01Z", CheckState.Pass)]
    public void Merge_PartsThatStartedApart_AreJudgedAsFarAsWholeSecondsTell(
        double seconds, string started, object expected)
    {
        var merged = Merge(
            CreateRun(CreateSample(1, 1000)) with { Started = "2026-11-20T09:15:00Z", DurationS = seconds },
            CreateRun(CreateSample(2, 1000)) with { Started = started, DurationS = seconds });

        GetCheck(merged, "overlap").State.ShouldBe(expected);
        (merged.Validity.State == RunValidity.InvalidState).ShouldBe(expected is CheckState.Fail);
    }

    [Theory]
    [InlineData("valid", "valid", "valid", ExitCode.Ok)]
    [InlineData("busy", "valid", "busy", ExitCode.Ok)]
    [InlineData("valid", "cut-short", "cut-short", ExitCode.RunInterrupted)]
    [InlineData("invalid", "cut-short", "invalid", ExitCode.InvalidResult)]
    public async Task Merge_Parts_ExitsLikeARunOfTheWorseState(
        string first, string second, string state, int expected)
    {
        var exit = await MergeAsync(
            Serialize(CreatePart(1) with { Validity = new RunValidity(first, []) }),
            Serialize(CreatePart(2) with { Validity = new RunValidity(second, []) }));

        exit.ShouldBe(expected, Tool.Output + Tool.Error);
        var merged = await Tool.ReadResultAsync();
        (merged.Validity.State, merged.Validity.CutShort).ShouldBe((state, second == "cut-short"));
        var sum = merged.Variants[0];
        (sum.Requests, sum.Throughput.Rate, sum.BusyS).ShouldBe((2000, 1000, 2));
        var file = Directory.GetFiles(Tool.Folder, "*.json").Single();
        (await Tool.InvokeAsync("report", file)).ShouldBe(ExitCode.Ok, Tool.Error);
    }

    private static Result Merge(params Result[] runs) =>
        PartMerger.Merge([.. runs.Select((run, i) => new ResultFile($"{(char)('a' + i)}.json", run))], "whole");

    private Task<int> MergeAsync(params JsonNode[] results) => Tool.InvokeAsync(
    [
        "merge", .. results.Select(result => new TempFile(".json", result.ToJsonString()).Path), "--name", "whole",
        "--out", Tool.Folder,
    ]);

    private static JsonNode Serialize(Result result) =>
        JsonSerializer.SerializeToNode(result, ResultJson.Default.Result)!;

    private static Result CreatePart(int number)
    {
        var run = CreateRun(CreateSample(number, 1000), new SequencePart(number, 2));
        return run with
        {
            Plan = run.Plan with { TimeoutS = 30 },
            Variants = [run.Variants[0] with { BusyS = 2 }],
        };
    }

    private static Result CreateRun(long[] nanoseconds, SequencePart? part = null)
    {
        var histogram = new LatencyHistogram();
        foreach (var value in nanoseconds)
            histogram.Record(value);
        var run = SampleResults.Run();
        return run with
        {
            Plan = run.Plan with { Part = part },
            Validity = new RunValidity(RunValidity.ValidState, []),
            Variants =
            [
                run.Variants[0] with
                {
                    Requests = nanoseconds.Length,
                    Statuses = new Dictionary<string, long> { ["200"] = nanoseconds.Length },
                    Latency = LatencyResult.Create(histogram),
                },
            ],
        };
    }

    private static long[] CreateSample(int seed, int count)
    {
        var random = new Random(seed);
        return [.. Enumerable.Range(0, count).Select(_ => (long)(seed * 1e6 * Math.Exp(3 * random.NextDouble())))];
    }
}
