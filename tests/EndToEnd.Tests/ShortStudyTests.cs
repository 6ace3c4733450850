using Studies.Studies;

namespace EndToEnd.Tests;

/// <summary>Runs studies with measurements that are too short to mean anything.</summary>
[Slow]
[TimeLimit(300)]
public sealed class ShortStudyTests
{
    [Fact]
    public async Task ChattinessStudy_RunToEnd_CountsCallsAndComparesThemAtEachLatency()
    {
        using var study = new StudyRun(
            "chattiness", "--latencies", "10,0", "--orders", "4", "--rounds", "2", "--slice", "100ms", "--warmup", "100ms",
            "--slice-warmup", "50ms", "--max-other-cpu", "100%");

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        var rows = study.ReadTable("chattiness");
        rows.Select(row => row.GetProperty("latency_ms").GetInt32()).ShouldBe([0, 0, 0, 0, 10, 10, 10, 10]);
        rows.Take(4).Select(row => row.GetProperty("variant").GetString())
            .ShouldBe(["sequential", "parallel", "batched", "one-call"]);
        rows.Select(row => row.GetProperty("calls").GetDouble()).ShouldBe([5, 5, 2, 1, 5, 5, 2, 1]);
        study.ShouldHaveStoppedItsServices();
    }

    [Fact]
    public async Task IngestionStudy_RunToEnd_ComparesAllVariantsAndLeavesNoProcess()
    {
        using var study = new StudyRun(
            "ingestion", "--rounds", "3", "--slice", "200ms", "--warmup", "100ms", "--slice-warmup", "50ms",
            "--settle", "10ms", "-c", "2");

        var code = await study.WaitForExitAsync();

        var results = study.ReadResults();
        results.Count.ShouldBe(GoPeer.IsGoInstalled ? 2 : 1, study.Output);
        var variants = results.SelectMany(result => result.Variants).ToArray();
        variants.Length.ShouldBe(GoPeer.IsGoInstalled ? 8 : 5, study.Output);
        variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0 && variant.Target.WorkingSetMb > 0);
        results.ShouldAllBe(result => result.Validity.IsReconciled);

        // The measurements are too short to prove anything, so the exit code must only match the results.
        var runs = results.Max(result => result.Validity.State is "invalid" ? ExitCode.Invalid : ExitCode.Success);
        var isAsExpected = new IngestionTable(variants).Check();
        code.ShouldBe(isAsExpected ? runs : Math.Max(runs, ExitCode.ExpectationNotMet), study.Output);
        var services = study.ReadServices();
        services.Count.ShouldBe(GoPeer.IsGoInstalled ? 8 : 6, study.Output);
        study.ShouldHaveStoppedItsServices();
    }
}
