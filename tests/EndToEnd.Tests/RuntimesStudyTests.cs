using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>Runs the study of runtimes with two builds, and measurements that are too short to mean anything.</summary>
[TimeLimit(420)]
public sealed class RuntimesStudyTests
{
    [Fact]
    public async Task Study_OfTwoBuilds_ComparesEqualAnswersAndLeavesNoProcess()
    {
        string[] builds = ["net10", "net10-r2r"];
        using var study = new StudyRun(
            "runtimes", "--builds", string.Join(',', builds), "--rounds", "2", "--slice", "100ms", "--warmup", "100ms",
            "--slice-warmup", "50ms", "-c", "2", "--max-other-cpu", "100%");

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        study.Output.ShouldContain("✓ 2 builds gave the same bytes for 1000 customers, in each of 2 starts");
        study.ReadResults().ShouldHaveSingleItem(study.Output).Variants.Select(variant => variant.Name)
            .ShouldBe(builds, ignoreOrder: true);
        var table = study.ReadTable("runtimes");
        table.Select(row => row.GetProperty("build").GetString()).ShouldBe(builds);
        table.Select(row => row.GetProperty("hash").GetString()).Distinct().ShouldHaveSingleItem();
        table.ShouldAllBe(row => row.GetProperty("size_mb").GetDouble() > 1
            && row.GetProperty("first_answer_ms").GetProperty("value").GetDouble() > 0
            && row.GetProperty("cpu_ms").GetDouble() > 0);
        study.ReadServices().Count(service => service.Role is "aggregator").ShouldBe(builds.Length, study.Output);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }
}
