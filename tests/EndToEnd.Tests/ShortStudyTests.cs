using Studies.Hosting;
using Studies.Studies;
using Studies.Studies.Stampede;

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
        rows.Where(row => row.GetProperty("variant").GetString() is "protobuf-body").Count().ShouldBe(2);
        rows.ShouldAllBe(row => HasExpectedSize(row));
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }

    [Fact]
    public async Task ChattinessStudy_RunToEnd_CountsCallsAndComparesThemAtEachLatency()
    {
        using var study = new StudyRun(
            ["chattiness", "--latencies", "10,0", "--orders", "4", .. ShortTrials]);

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        var rows = study.ReadTable("chattiness");
        rows.Select(row => row.GetProperty("latency_ms").GetInt32()).ShouldBe([0, 0, 0, 0, 10, 10, 10, 10]);
        rows.Take(4).Select(row => row.GetProperty("variant").GetString())
            .ShouldBe(["sequential", "parallel", "batched", "one-call"]);
        rows.Select(row => row.GetProperty("calls").GetDouble()).ShouldBe([5, 5, 2, 1, 5, 5, 2, 1]);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }

    [Fact]
    public async Task StampedeStudy_RunToEnd_CountsCallsAtTheSameMomentWithEachCache()
    {
        using var study = new StudyRun(["stampede", "--duration", "3s", "--max-other-cpu", "100%"]);

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        var rows = study.ReadTable("stampede");
        rows.Select(row => row.GetProperty("cache").GetString()).ShouldBe(StampedeStudy.Modes);
        rows.Select(row => row.GetProperty("most_calls_at_once").GetDouble() is 1).ShouldBe([false, false, true, true]);
        rows.ShouldAllBe(row => row.GetProperty("requests").GetDouble() > 0);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }

    /// <summary>A Protobuf message is shorter than the JSON document.</summary>
    private static bool HasExpectedSize(JsonElement row)
    {
        var sent = row.GetProperty("body_bytes").GetDouble();
        var size = int.Parse(row.GetProperty("bytes").GetString()!);
        return row.GetProperty("variant").GetString() is "protobuf-body"
            ? sent > size / 2 && sent < size
            : sent == size;
    }

    [Fact]
    public async Task HeapCurveStudy_RunToEnd_HasPointsAlongCurveOfEachRuntime()
    {
        using var study = new StudyRun(["heap-curve", "--starts", "2", "-c", "2", .. ShortTrials]);

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        study.ReadResults().Count.ShouldBe(2, study.Output);
        var points = study.ReadTable("heap-curve");
        var runtimes = points.GroupBy(point => point.GetProperty("runtime").GetString()!).ToArray();
        runtimes[0].Key.ShouldBe("net");
        runtimes.Length.ShouldBeGreaterThanOrEqualTo(GoPeer.IsGoInstalled ? 2 : 1, study.Output);
        runtimes.ShouldAllBe(runtime => runtime.Count() == 8);
        runtimes.ShouldAllBe(
            runtime => runtime.Select(point => point.GetProperty("variables").GetString()).Distinct().Count() == 4);
        points.ShouldAllBe(point => point.GetProperty("rps").GetDouble() > 0);
        points.ShouldAllBe(point => point.GetProperty("cpu_ms").GetDouble() > 0);
        points.ShouldAllBe(point =>
            point.GetProperty("memory_mb").GetDouble() >= point.GetProperty("anonymous_mb").GetDouble()
            && point.GetProperty("anonymous_mb").GetDouble() > 1);
        study.ReadTable("heap-curve-settings").ShouldAllBe(setting => setting.GetProperty("starts").GetInt32() == 2);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }

    [Fact]
    public async Task CompressionStudy_RunToEnd_ComparesSizeAndCpuOfBothServices()
    {
        using var study = new StudyRun(
            ["compression", "--sizes", "20000", "--level", "Optimal", "-c", "2", .. ShortTrials]);

        var code = await study.WaitForExitAsync();

        code.ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], study.Output);
        var rows = study.ReadTable("compression");
        rows.Select(row => row.GetProperty("variant").GetString()).ShouldBe(["none", "gzip", "brotli"]);
        var sent = rows.Select(row => row.GetProperty("body_bytes").GetDouble()).ToArray();
        sent[0].ShouldBe(20_000);
        sent[1].ShouldBeInRange(1, sent[0] / 2);
        sent[2].ShouldBeInRange(1, sent[0] / 2);
        rows.ShouldAllBe(row => row.GetProperty("backend_cpu_ms").GetDouble() > 0);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }

    [Fact]
    public async Task RejectionCostStudy_RunToEnd_HasCpuTimeOfEachResponse()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The study needs Linux.");
        using var study = new StudyRun(["rejection-cost", "--rounds", "2", "--seconds", "1", "--warm-up", "1"]);

        var code = await study.WaitForExitAsync();

        code.ShouldBe(ExitCode.Success, study.Output);
        var rows = study.ReadTable("rejection-cost");
        rows.Select(row => row.GetProperty("response").GetString())
            .ShouldBe(["503, rejected by the limit", "200 of /health/live", "200 of an aggregate"]);
        rows.ShouldAllBe(row => row.GetProperty("cpu_us").GetDouble() > 0);
        study.ReadServices().ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }
}
