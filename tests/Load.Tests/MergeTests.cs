using System.Text.Json.Nodes;

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
    [InlineData("other URL", "the result has another URL than a.json: http://other/")]
    [InlineData("other seed", "the result has another seed than a.json: 99")]
    [InlineData("other model", "the result has another load model than a.json: open")]
    [InlineData("other rate", "the result has another rate than a.json: 7")]
    [InlineData("other request", "the result has another request than a.json: ")]
    [InlineData("same run", "the result is of the same run as a.json")]
    [InlineData("bursts", "the result comes from bursts; expected a result of load run without bursts")]
    [InlineData("comparison", "the result comes from load compare; expected a result of load run")]
    public void Merge_FilesThatAreNotPartsOfOneLoad_NamesFileAndReason(string difference, string message)
    {
        var sample = CreateSample(1, 1000);
        var first = CreateRun(sample, new SequencePart(1, 3));
        var second = CreateRun(CreateSample(2, 1000), new SequencePart(2, 3));
        var other = difference switch
        {
            "other URL" => second with { Variants = [second.Variants[0] with { Url = "http://other/" }] },
            "other seed" => second with { Plan = second.Plan with { Seed = 99 } },
            "other model" => second with { Model = second.Model with { Kind = "open" } },
            "other rate" => second with { Model = second.Model with { RatePerS = 7 } },
            "other request" => second with { Scenario = second.Scenario with { Request = "GET http://other/" } },
            "same run" => CreateRun(sample, new SequencePart(2, 3)),
            "bursts" => second with
            {
                Variants = [second.Variants[0] with { Parts = [second.Variants[0] with { Kind = PartKind.Burst }] }],
            },
            _ => SampleResults.Result("x 1 equal"),
        };

        Should.Throw<UserErrorException>(() => Merge(first, other)).Message
            .ShouldStartWith($"b.json: error: {message}");
    }

    [Theory]
    [InlineData(30, "2026-11-20T09:15:00Z", CheckState.Pass)]
    [InlineData(30, "2026-11-20T09:15:03Z", CheckState.Note)]
    [InlineData(30, "2026-11-20T09:15:05Z", CheckState.Fail)]
    [InlineData(2, "2026-11-20T09:15:01Z", CheckState.Note)]
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
    [InlineData("failed-as-planned", "valid", "failed-as-planned", ExitCode.Ok)]
    [InlineData("valid", "cut-short", "cut-short", ExitCode.RunInterrupted)]
    [InlineData("invalid", "cut-short", "invalid", ExitCode.InvalidResult)]
    public async Task Merge_Parts_ExitsLikeARunOfTheWorseState(
        string first, string second, string state, int expected)
    {
        ValidityCheck[] checks =
            [new(ValidityCheck.ExpectedErrorsId, "Errors", "3 × 503 in 9 requests", "503", CheckState.Pass)];
        var files = Enumerable.Range(1, 2).Select(part =>
        {
            var run = CreateRun(CreateSample(part, 1000), new SequencePart(part, 2));
            run = run with { Validity = new RunValidity(part == 1 ? first : second, checks) };
            return new TempFile(".json", JsonSerializer.Serialize(run, ResultJson.Default.Result)).Path;
        });

        var exit = await Tool.InvokeAsync(
            ["merge", .. files, "--name", "whole", "--out", Tool.Folder]);

        exit.ShouldBe(expected, Tool.Output + Tool.Error);
        var merged = await Tool.ReadResultAsync();
        (merged.Validity.State, merged.Validity.CutShort).ShouldBe((state, second == "cut-short"));
    }

    [Theory]
    [InlineData(new[] { CheckState.Note, CheckState.Pass, CheckState.Pass }, "run 0, in one of 3 runs")]
    [InlineData(new[] { CheckState.Note, CheckState.Note, CheckState.Pass }, "run 1, in the last of 2 of 3 runs")]
    [InlineData(new[] { CheckState.Pass, CheckState.Pass, CheckState.Pass }, "run 2, in the last of 3 runs")]
    public void MergeValidity_CheckOfSeveralRuns_SaysWhichOneIsShown(CheckState[] states, string expected)
    {
        var runs = states.Select((state, i) => CreateRun(CreateSample(i, 10)) with
        {
            Validity = RunValidity.FromChecks([new ValidityCheck("id", "Label", $"run {i}", "all", state)]),
        });

        RunMerger.MergeValidity([.. runs]).Checks.ShouldHaveSingleItem().Value.ShouldBe(expected);
    }

    [Fact]
    public async Task Report_ChangedHistogram_NamesFlaw()
    {
        var run = CreateRun(CreateSample(1, 1000));
        var json = JsonSerializer.Serialize(run, ResultJson.Default.Result);
        var file = new TempFile(".json", json.Replace("\"buckets\":\"", "\"buckets\":\"99 ", StringComparison.Ordinal));

        (await Tool.InvokeAsync("report", file.Path)).ShouldBe(ExitCode.UsageError);

        Tool.Error.ShouldContain("has a histogram whose buckets and counts contradict each other");
    }

    [Theory]
    [InlineData("requests", "-5")]
    [InlineData("requests", "10000")]
    [InlineData("requests", "9223372036854775807")]
    [InlineData("errors", "1001")]
    [InlineData("errors", "-1")]
    [InlineData("measured_s", "0")]
    [InlineData("measured_s", "-3")]
    [InlineData("statuses", """{"200": 9223372036854775807, "500": 9223372036854775807}""")]
    [InlineData("statuses", """{"200": 1001, "500": -1}""")]
    public async Task Merge_ImpossibleCountOrTime_NamesFileAndVariant(string key, string value)
    {
        var json = JsonSerializer.SerializeToNode(
            CreateRun(CreateSample(1, 1000), new SequencePart(1, 2)), ResultJson.Default.Result)!;
        json["variants"]![0]![key] = JsonNode.Parse(value);
        var file = new TempFile(".json", json.ToJsonString());

        var exit = await Tool.InvokeAsync(["merge", file.Path, "--name", "whole", "--out", Tool.Folder]);

        exit.ShouldBe(ExitCode.UsageError, Tool.Output);
        Tool.Error.ShouldContain($"{file.Path}: error: the result has impossible counts or times of ");
    }

    private static Result Merge(params Result[] runs) =>
        RunMerger.Create([.. runs.Select((run, i) => new ResultFile($"{(char)('a' + i)}.json", run))], "whole");

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
                    Latency = LatencySummary.Summarize(histogram),
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
