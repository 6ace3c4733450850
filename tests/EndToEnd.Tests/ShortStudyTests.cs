namespace EndToEnd.Tests;

/// <summary>Runs a study with measurements that are too short to mean anything.</summary>
[Slow]
[TimeLimit(180)]
public sealed class ShortStudyTests
{
    [Fact]
    public async Task ChattinessStudy_RunToEnd_CountsTheCallsOfEachVariantAndLeavesNoProcess()
    {
        using var study = new StudyRun(
            "chattiness", "--latencies", "10", "--orders", "4", "--rounds", "2", "--slice", "100ms", "--warmup", "0s",
            "--slice-warmup", "0ms");

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        study.ReadTable("chattiness")
            .Select(row => (row.GetProperty("variant").GetString(), row.GetProperty("calls").GetDouble()))
            .ShouldBe([("sequential", 5), ("parallel", 5), ("batched", 2), ("one-call", 1)]);
        study.ShouldHaveStoppedItsServices();
    }
}
