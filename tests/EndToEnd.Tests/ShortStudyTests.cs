using Studies.Hosting;
using Studies.Studies;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Runs studies with measurements that are too short to mean anything.</summary>
[TimeLimit(300)]
public sealed class ShortStudyTests
{
    private static readonly string[] ShortTrials =
        ["--rounds", "2", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "50ms", "--max-other-cpu", "100%"];

    [Fact]
    public async Task ProtocolStudy_RunToEnd_ComparesVersionsAndCountsConnections()
    {
        using var study = new StudyRun(["protocols", .. ShortTrials]);

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        var variants = study.ReadResults().ShouldHaveSingleItem(study.Output).Variants;
        variants.Select(variant => variant.Name)
            .ShouldBe(ProtocolStudy.Versions.Select(version => $"http-{version}"), ignoreOrder: true);
        variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0);
        study.Output.ShouldContain("✓ http=2: 1 open HTTP/2 connections");
        study.Output.ShouldContain("✓ http=2-multi: ");
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }

    [Fact]
    public async Task PayloadStudy_RunToEnd_ComparesStrategiesForEachSize()
    {
        using var study = new StudyRun(["payloads", "--sizes", "1024,100000", "-c", "2", .. ShortTrials]);

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        study.ReadResults().Count.ShouldBe(2, study.Output);
        var rows = study.ReadTable("payloads");
        rows.Select(row => row.GetProperty("bytes").GetString()).Distinct().ShouldBe(["1024", "100000"]);
        rows.ShouldAllBe(row => row.GetProperty("cpu_ms").GetDouble() > 0);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }
}
