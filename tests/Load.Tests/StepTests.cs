namespace Load.Tests;

public sealed class StepTests : LoadToolTests
{
    // The first step lasts 300 ms at 50 requests per second, so it has 15 requests. One connection keeps their order.
    private const string StepOptions = "--rate 50/s,100/s --duration 300ms -c 1";
    private const string NoLatenessLimit = "--limit lateness=1m";

    [Fact]
    public async Task Run_SecondStepBreaksTarget_IsValidAndReportsFirstStep()
    {
        var exit = await RunAsync(failFrom: 16, $"{StepOptions} {NoLatenessLimit} --pass errors=0");

        exit.ShouldBe(ExitCode.Ok, Tool.Output);
        var result = await Tool.ReadResultAsync();
        result.Validity.State.ShouldBe(RunValidity.ValidState);
        var run = result.Variants[0];
        run.LastHeld.ShouldBe(50);
        var steps = run.GetParts(PartKind.Window);
        steps.Select(step => (step.Model!.RatePerS, step.Errors, step.Held))
            .ShouldBe([(50.0, 0, true), (100.0, 30, false)]);
        steps.Sum(step => step.Sent).ShouldBe(45);
        steps[0].Reasons!.ShouldBeEmpty();
        steps[1].Reasons!.ShouldContain(reason => reason.StartsWith("Errors: "));
        Tool.Output.ShouldContain("50.0 requests/s were sustained, 100 requests/s were not.");
        var markdown = await Tool.ReadMarkdownAsync();
        markdown.ShouldContain("50.0 requests/s were sustained, 100 requests/s were not.");
    }

    [Theory]
    [InlineData(1000, NoLatenessLimit, ExitCode.Ok, 100.0, null)]
    [InlineData(1000, NoLatenessLimit + " --pass max<0ms", ExitCode.ExpectationNotMet, null, null)]
    [InlineData(1, NoLatenessLimit, ExitCode.InvalidResult, null, "errors")]
    [InlineData(1000, "--limit lateness=0s", ExitCode.InvalidResult, null, "lateness")]
    public async Task Run_FirstStep_DecidesWhetherTheRunIsValid(
        int failFrom, string options, int expected, double? lastHeld, string? failedCheck)
    {
        (await RunAsync(failFrom, $"{StepOptions} {options}")).ShouldBe(expected, Tool.Output);

        var result = await Tool.ReadResultAsync();
        result.Variants[0].LastHeld.ShouldBe(lastHeld);
        var failed = result.Validity.Checks.Where(check => check.State == CheckState.Fail).Select(check => check.Id);
        failed.FirstOrDefault(check => check == (failedCheck ?? check)).ShouldBe(failedCheck);
        Tool.Output.Contains("could not sustain the first step", StringComparison.Ordinal)
            .ShouldBe(lastHeld is null && failedCheck is null);
    }

    private async Task<int> RunAsync(int failFrom, string options)
    {
        var n = 0;
        await using var server = await TestServer.StartAsync(context =>
            Interlocked.Increment(ref n) < failFrom ? TestServer.HelloAsync(context) : TestServer.FailAsync(context));
        return await Tool.RunAsync(server.Url, options);
    }
}
