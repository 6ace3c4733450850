namespace EndToEnd.Tests;

/// <summary>Runs studies with measurements that are too short to mean anything.</summary>
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

    [Fact]
    [TimeLimit(300)]
    public async Task PeersStudy_RunToEnd_HasARowForEachProgramAndLeavesNoProcess()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The study reads CPU times from /proc.");
        using var study = new StudyRun(
            "peers", "--rounds", "1", "--slice", "100ms", "--warmup", "0s", "--slice-warmup", "0ms");

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        var rows = study.ReadTable("peers");
        rows.Select(row => row.GetProperty("name").GetString()).ShouldBe(
        [
            "front-end", "front-end-workstation", "minimal",
            .. AggregatorPeer.All.Where(peer => peer.IsInstalled).Select(peer => peer.Name), "back-end",
        ]);
        rows.SkipLast(1).ShouldAllBe(row => row.GetProperty("front_to_back").GetProperty("value").GetDouble() > 0);
        rows.SkipLast(1).ShouldAllBe(row => row.GetProperty("anonymous_mb").GetProperty("value").GetDouble() > 0);
        study.ShouldHaveStoppedItsServices();
    }
}
