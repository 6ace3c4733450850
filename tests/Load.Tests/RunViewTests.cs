using TwoTier.Load.Reports.Documents;
using TwoTier.Load.Reports.Terminal;

namespace Load.Tests;

public sealed class RunViewTests
{
    [Fact]
    public void Draw_LatencyCurve_HasPercentilesAndDashBeyondLastOne()
    {
        var text = Drawing.DrawResult(SampleResults.Run());

        text.ShouldMatch(@"\n +50 % +1\.41\n");
        text.ShouldMatch(@"\n +99 % +3\.15\n");
        text.ShouldMatch(@"\n +99\.9 % +–\n");
        text.ShouldContain("1 000 in 2 s, 10 connections, closed loop");
        text.ShouldContain("500 req/s   1.25 MB/s received");
    }

    [Fact]
    public void Draw_RunWithIntervals_ShowsThemInEightyColumnsAndSaysWhatCannotBeTold()
    {
        var run = SampleResults.Run();
        var variant = run.Variants[0] with
        {
            Throughput = new Throughput(12_345, 12_100, 12_600),
            ErrorShareInterval = new ConfidenceInterval(0.01, 0.02),
        };
        variant = variant with
        {
            Latency = variant.Latency with
            {
                P50Interval = new ConfidenceInterval(1.38, 1.44),
                P99Interval = new ConfidenceInterval(2.95, 3.4),
            },
        };

        run = run with
        {
            Variants = [variant],
            Thresholds =
            [
                new ThresholdResult("p99 < 3ms", "3.15 ms [2.95 ms, 3.40 ms]", null),
                new ThresholdResult("max < 9ms", "37.1 ms", false),
            ],
        };
        var text = Drawing.Draw(ResultDocument.Create(run), width: 80);

        text.Split('\n').Where(line => line.Contains('[')).ShouldAllBe(line => line.Length <= 80);
        text.ShouldContain("12 345 [12 100, 12 600] req/s ");
        text.ShouldMatch(@"\n  errors +[\d.]+ \[1\.00, 2\.00\] % of the requests");
        text.ShouldMatch(@"\n +50 % +1\.41 +\[1\.38, 1\.44\]\n");
        text.ShouldMatch(@"\n +99 % +3\.15 +\[2\.95, 3\.40\]\n");
        text.ShouldContain("? p99 < 3ms");
        text.ShouldMatch(@"✗ max < 9ms +was 37\.1 ms");
        text.ShouldContain("1 of 2 thresholds failed");
        text.ShouldContain("1 of 2 thresholds undecided");
        text.Split('\n').ShouldAllBe(line => !line.EndsWith(' '));
    }

    [Fact]
    public async Task ShowWhileAsync_TerminalBeforeTheFirstStageAndInIt_DrawsProgressAndReturnsResultOfOperation()
    {
        var output = new CapturingWriter();
        var screen = TerminalScreen.Create(output, isLive: true, width: 80);
        var progress = new RunProgress();
        var view = new LiveRunView(progress, TimeSpan.FromHours(1));

        var result = await screen.ShowWhileAsync(view.Describe, MeasureAsync, TimeProvider.System);

        result.ShouldBe(7);
        output.ToString().ShouldContain("measure");
        output.ToString().ShouldContain("req/s   p50 ");

        async Task<int> MeasureAsync()
        {
            await output.WaitForAsync("━");
            progress.StartStage(
                new ActiveStage("run", ActiveStage.MeasuredStageName, 1, new Measurement(TimeProvider.System)));
            await output.WaitForAsync(" 0%");
            return 7;
        }
    }
}
