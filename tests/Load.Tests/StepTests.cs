using System.Globalization;
using Load.Cli;
using Load.Tests.Hosting;
using Load.Validity;

namespace Load.Tests;

/// <summary>
/// Tests that the load tool judges each step of an arrival rate separately, and that the share of errors has a limit.
/// </summary>
public sealed class StepTests : IDisposable
{
    // The first step lasts 500 ms at 50 requests per second, so it has 25 requests.
    private const string StepOptions = "--steps 50/s,100/s --step 500ms --warmup 0s";
    private const string NoLatenessLimit = "--max-lateness 1m";
    private readonly LoadTool _tool = new();

    public void Dispose() => _tool.Dispose();

    [Fact]
    public async Task Run_SecondStepBreaksTarget_IsValidAndReportsFirstStep()
    {
        var exit = await RunAsync(failFrom: 26, $"{StepOptions} {NoLatenessLimit} --pass errors=0");

        exit.ShouldBe(ExitCode.Ok, _tool.Output);
        var result = await _tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.ValidState);
        result.Validity.Checks.Single(check => check.Id == "steps").Value.ShouldBe("1 of 2, up to 50.0/s");
        var run = result.Variants[0];
        run.LastHeld.ShouldBe(50);
        run.Steps!.Select(step => (step.RatePerS, step.Held)).ShouldBe([(50.0, true), (100.0, false)]);
        run.Steps![0].Reasons.ShouldBeEmpty();
        run.Steps![1].Reasons.ShouldContain(reason => reason.StartsWith("Errors: "));
        run.Steps!.Sum(step => step.Errors).ShouldBe(50);
        _tool.Output.ShouldContain("50.0/s, the last step that held");
        (await ReadMarkdownAsync()).ShouldContain("50.0 requests/s held, 100 did not.");
    }

    [Fact]
    public async Task Run_EveryStepHolds_ReportsLastStep()
    {
        var exit = await RunAsync(failFrom: int.MaxValue, $"{StepOptions} {NoLatenessLimit}");

        exit.ShouldBe(ExitCode.Ok, _tool.Output);
        var run = (await _tool.ReadResultAsync()).Variants[0];
        run.LastHeld.ShouldBe(100);
        run.Steps!.Sum(step => step.Sent).ShouldBe(75);
    }

    [Fact]
    public async Task Run_FirstStepBreaksTarget_IsInvalid()
    {
        var exit = await RunAsync(failFrom: 1, $"{StepOptions} {NoLatenessLimit}");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output);
        var result = await _tool.ReadResultAsync();
        result.Variants[0].LastHeld.ShouldBeNull();
        result.Validity.Checks.Single(check => check.State == CheckState.Fail).Id.ShouldBe("errors");
    }

    [Fact]
    public async Task Run_FirstStepMissesThreshold_IsValidAndExitsWithTwo()
    {
        var exit = await RunAsync(failFrom: int.MaxValue, $"{StepOptions} {NoLatenessLimit} --pass max<0ms");

        exit.ShouldBe(ExitCode.ExpectationNotMet, _tool.Output);
        var result = await _tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.ValidState);
        result.Variants[0].Steps!.ShouldAllBe(step => !step.Held);
        _tool.Output.ShouldContain("no step");
    }

    [Fact]
    public async Task Run_ToolIsLateInFirstStep_IsInvalid()
    {
        var exit = await RunAsync(failFrom: int.MaxValue, $"{StepOptions} --max-lateness 0s");

        exit.ShouldBe(ExitCode.InvalidResult, _tool.Output);
        var checks = (await _tool.ReadResultAsync()).Validity.Checks;
        checks.Single(check => check.State == CheckState.Fail).Id.ShouldBe("lateness");
    }

    [Theory]
    [InlineData("", ExitCode.InvalidResult)]
    [InlineData("--max-errors 49%", ExitCode.InvalidResult)]
    [InlineData("--max-errors 50%", ExitCode.Ok)]
    [InlineData("--max-errors 100%", ExitCode.Ok)]
    public async Task Run_MaxErrorsOption_SetsLimitForShareOfErrors(string option, int expected)
    {
        var exit = await RunAsync(failFrom: 51, $"-n 100 --warmup 0s {option}".TrimEnd());

        exit.ShouldBe(expected, _tool.Output);
        (await _tool.ReadResultAsync()).Variants[0].Errors.ShouldBe(50);
    }

    [Theory]
    [InlineData(51, "--expect-errors 503", ExitCode.Ok, "failed-as-planned")]
    [InlineData(51, "--expect-errors timeout,503", ExitCode.Ok, "failed-as-planned")]
    [InlineData(51, "--expect-errors 502", ExitCode.InvalidResult, "invalid")]
    [InlineData(1000, "--expect-errors 503", ExitCode.InvalidResult, "invalid")]
    public async Task Run_ExpectErrors_IsAsPlannedOnlyIfThoseErrorsCame(
        int failFrom, string option, int expected, string state)
    {
        (await RunAsync(failFrom, $"-n 100 --warmup 0s {option}")).ShouldBe(expected, _tool.Output);

        (await _tool.ReadResultAsync()).Validity.State.ShouldBe(state);
        _tool.Output.Contains("FAILED AS PLANNED", StringComparison.Ordinal).ShouldBe(state == "failed-as-planned");
    }

    [Fact]
    public async Task Run_EveryRequestFailsAsExpected_ExitsAsPlanned()
    {
        await using var server = await TestServer.StartAsync(
            context => Task.Delay(Timeout.Infinite, context.RequestAborted));

        var exit = await _tool.InvokeAsync(
        [
            "run", "-u", server.Url, "-n", "4", "--warmup", "0s", "--timeout", "100ms", "--expect-errors", "timeout",
        ]);

        exit.ShouldBe(ExitCode.Ok, _tool.Output + _tool.Error);
        (await _tool.ReadResultAsync()).Validity.State.ShouldBe(RunValidity.FailedAsPlannedState);
    }

    [Fact]
    public async Task Run_ExpectErrorsWithSteps_IsRejected()
    {
        (await RunAsync(failFrom: 1, $"{StepOptions} --expect-errors 503")).ShouldBe(ExitCode.UsageError);

        _tool.Error.ShouldContain("--expect-errors");
    }

    /// <summary>Three times a tenth of a second was more than 0.3 s, so that the last step was not judged.</summary>
    [Fact]
    public async Task Run_StepsOfATenthOfASecond_JudgesAllSteps()
    {
        await RunAsync(failFrom: int.MaxValue, $"--steps 50/s,50/s,50/s --step 100ms --warmup 0s {NoLatenessLimit}");

        (await _tool.ReadResultAsync()).Variants[0].Steps!.Count.ShouldBe(3);
    }

    [Fact]
    public async Task Run_MaxErrorsIsZeroAndNoneFails_IsValid() =>
        (await RunAsync(failFrom: int.MaxValue, "-n 100 --warmup 0s --max-errors 0%")).ShouldBe(ExitCode.Ok);

    [Theory]
    [InlineData("-n 200 -c 10")]
    [InlineData("--rate 500/s --duration 400ms -c 10 --max-lateness 1m")]
    public async Task Run_OneSlowResponse_ThroughputCountsOverMeanBusyTime(string load)
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(async context =>
        {
            if (Interlocked.Increment(ref n) == 5)
                await Task.Delay(TimeSpan.FromSeconds(3), context.RequestAborted);
            await TestServer.HelloAsync(context);
        });

        await _tool.InvokeAsync(
            ["run", "-u", server.Url, "--warmup", "0s", "--pass", "throughput > 1/s", .. load.Split(' ')]);

        var result = await _tool.ReadResultAsync();
        var run = result.Variants[0];
        var throughput = run.Throughput;
        // A timer of 3 s may end some milliseconds early.
        run.MeasuredS!.Value.ShouldBeGreaterThan(2.9);
        throughput.BusyS!.Value.ShouldBeLessThan(run.MeasuredS!.Value / 2);
        throughput.Median.ShouldBe(200 / throughput.BusyS!.Value, 0.01 * throughput.Median);
        run.Rounds[0].Rps.ShouldBe(throughput.Median);
        // The threshold formats the exact value, and the result file has five digits of it: the third digit may differ
        // by one.
        double.Parse(result.Thresholds[0].MeasuredValue[..^2], CultureInfo.InvariantCulture)
            .ShouldBe(throughput.Median, 0.006 * throughput.Median);
        _tool.Output.ShouldContain("the mean time for which a connection was busy");
    }

    private async Task<int> RunAsync(int failFrom, string options)
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
        {
            if (Interlocked.Increment(ref n) >= failFrom)
                context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return TestServer.HelloAsync(context);
        });
        return await _tool.InvokeAsync(["run", "-u", server.Url, .. options.Split(' ')]);
    }

    private async Task<string> ReadMarkdownAsync() => await File.ReadAllTextAsync(
        Directory.GetFiles(_tool.Folder, "*.md").Single(), TestContext.Current.CancellationToken);
}
