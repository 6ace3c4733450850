using FrontendApi.Backend;
using FrontendApi.Strategies;
using Studies.Hosting;
using Studies.LoadTool;
using Studies.Studies;
using Testing;

namespace EndToEnd.Tests;

/// <summary>Runs the command behind `make demo` with measurements that are too short for meaningful results.</summary>
[TimeLimit(240)]
public sealed class DemoTests
{
    /// <summary>
    /// The number of front-ends that the demo starts: one for each of the strategies that compete for the same
    /// resource, and one for all other strategies.
    /// </summary>
    private static readonly int FrontendCount =
        1 + StrategyCatalog.All.Select(strategy => strategy.ExclusiveResource).OfType<string>()
        .CountBy(resource => resource).Select(group => group.Value).DefaultIfEmpty(0).Max();

    private static readonly Dictionary<string, string[]> OtherSets = new()
    {
        [StrategyCatalog.PayloadSet] = [.. StrategyCatalog.GetNames(StrategyCatalog.PayloadSet)],
        [StrategyComparisonStudy.ProtocolSet] =
            [.. BackendProtocol.HttpFlag.Values.Select(version => $"http-{version}"), "http-2-grpc-framing"],
    };

    public static TheoryData<string> OtherSetNames => [.. OtherSets.Keys];

    [Fact]
    public void SetsOfTheDemo_Listed_AreTheDefaultAndTheTestedOnes() =>
        StrategyComparisonStudy.Sets.ShouldBe([StrategyCatalog.DefaultSet, .. OtherSets.Keys], ignoreOrder: true);

    [Fact]
    public async Task Demo_RunToEnd_ComparesEveryStrategyAndLeavesNoProcess()
    {
        using var demo = StartDemo();

        var code = await demo.WaitForExitAsync();

        var result = demo.ReadResults().ShouldHaveSingleItem(demo.Output);
        // On a machine that is busy with other tests, the result may be limited or invalid. The exit code must match
        // the validity that the result states.
        code.ShouldBe(result.Validity.State is "invalid" ? ExitCode.Invalid : ExitCode.Success, demo.Output);
        result.Validity.State.ShouldBeOneOf("valid", "limited", "invalid");
        result.Variants.Select(variant => variant.Name)
            .ShouldBe(StrategyCatalog.GetNames(StrategyCatalog.DefaultSet), ignoreOrder: true);
        result.Variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0
            && variant.Rounds.Count == 3);
        result.Variants.ShouldAllBe(variant => variant.Target.CpuMs > 0 && !string.IsNullOrEmpty(variant.Summary));
        ShouldHaveStopped(demo);
    }

    [Theory]
    [MemberData(nameof(OtherSetNames))]
    public async Task Demo_WithOtherSet_ComparesTheVariantsOfTheSet(string set)
    {
        using var demo = StartDemo(2, "--set", set);

        (await demo.WaitForExitAsync()).ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], demo.Output);
        var result = demo.ReadResults().ShouldHaveSingleItem(demo.Output);
        result.Variants.Select(variant => variant.Name).ShouldBe(OtherSets[set], ignoreOrder: true);
        result.Variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0);
    }

    [Fact]
    public async Task Demo_Interrupted_WritesMeasuredRoundsAndLeavesNoProcess()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");
        var page = FreePort.FindAddress();
        using var demo = StartDemo(100, "--serve", RequestUrls.FormatBaseUrl(page));
        using var live = new LiveEventReader(page);
        await live.GetPageAsync();
        await live.ReadUntilAsync(one => one.Type is "slice" && one.Data.GetProperty("round").GetInt32() is 2);

        demo.Interrupt();

        (await demo.WaitForExitAsync()).ShouldBe(ExitCode.Interrupted, demo.Output);
        demo.ReadResults().ShouldHaveSingleItem(demo.Output).Validity.State.ShouldBe("cut-short");
        ShouldHaveStopped(demo);
    }

    [Fact]
    public async Task Demo_WithLivePage_ServesPageFromStartAndReportAtEnd()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "On Windows, a signal cannot be sent to a single process.");
        var page = FreePort.FindAddress();
        using var demo = StartDemo(3, "--serve", RequestUrls.FormatBaseUrl(page), "--serve-for", "1m");
        using var live = new LiveEventReader(page);

        (await live.GetPageAsync()).ShouldContain("<script>");
        var events = await live.ReadUntilAsync(one => one.Type is "end");
        var report = await live.GetReportAsync();
        demo.Interrupt();

        (await demo.WaitForExitAsync()).ShouldBeOneOf([ExitCode.Success, ExitCode.Invalid], demo.Output);
        events.ShouldContain(one => one.Type == "slice" && one.Data.GetProperty("round").GetInt32() == 3);
        report.ShouldContain(StrategyCatalog.Names[0]);
    }

    private static StudyRun StartDemo(int rounds = 3, params string[] more) => new(
    [
        "demo", "--rounds", $"{rounds}", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "50ms", "-c", "2",
        "--max-other-cpu", "100%", .. more,
    ]);

    private static void ShouldHaveStopped(StudyRun demo)
    {
        var services = demo.ReadServices();
        services.Count(service => service.Role is "front-end").ShouldBe(FrontendCount, demo.Output);
        services.Count(service => service.Role is "back-end").ShouldBe(1, demo.Output);
        services.ShouldAllBe(service => PortProbe.RefusesConnections(service.Address));
    }
}
