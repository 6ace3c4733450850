using System.Text.Json;
using System.Text.RegularExpressions;
using FrontendApi.Strategies;
using Testing;

namespace EndToEnd.Tests;

/// <summary>What `make demo` runs, with slices too short to mean anything.</summary>
[TimeLimit(120)]
public sealed partial class DemoTests : IDisposable
{
    /// <summary>One for each strategy that contends with another for something, and one for the rest.</summary>
    private static readonly int Frontends = 1 + StrategyCatalog.All.Select(strategy => strategy.ExclusiveResource).OfType<string>()
        .CountBy(resource => resource).Select(group => group.Value).DefaultIfEmpty(0).Max();

    private readonly DirectoryInfo _results = Directory.CreateTempSubdirectory();

    [Fact]
    public async Task Demo_ToItsEnd_ComparesTheWholeCatalogueAndLeavesNoProcess()
    {
        using var demo = Start();

        // A machine that is busy with other tests may well make the run invalid, and the tool says so.
        (await demo.EndAsync()).ShouldBeOneOf([0, 3], demo.Output);

        var variants = (await ResultAsync()).GetProperty("variants").EnumerateArray().ToArray();
        variants.Select(variant => variant.GetProperty("name").GetString()).ShouldBe(StrategyCatalog.Names, ignoreOrder: true);
        variants.ShouldAllBe(variant => variant.GetProperty("requests").GetInt64() > 0 && variant.GetProperty("errors").GetInt64() == 0);
        foreach (var name in StrategyCatalog.Names)
            demo.Output.ShouldContain(name);
        demo.Services.Length.ShouldBe(1 + Frontends, demo.Output);
        demo.Services.ShouldAllBe(address => Port.IsRefused(address));
    }

    [Fact]
    public async Task Demo_Interrupted_LeavesNoProcess()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no signal to send to one process");
        using var demo = Start();
        await demo.ReadToAsync("round 1 of");

        demo.Interrupt();

        (await demo.EndAsync()).ShouldBe(130, demo.Output);
        demo.Services.Length.ShouldBe(1 + Frontends, demo.Output);
        demo.Services.ShouldAllBe(address => Port.IsRefused(address));
        (await ResultAsync()).GetProperty("validity").GetProperty("state").GetString().ShouldBe("cut-short");
    }

    [Fact]
    public async Task Demo_Live_HasThePageBeforeItMeasuresAndTheReportInTheEnd()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no signal to send to one process");
        using var demo = Start("--serve", "http://127.0.0.1:0", "--serve-for", "1m");
        using var http = new HttpClient();
        await demo.ReadToAsync("  begins ");
        var page = new Uri(LiveAddress().Match(demo.Output).Groups[1].Value);
        (await http.GetStringAsync(page, TestContext.Current.CancellationToken)).ShouldContain("<script>");

        // The stream ends where the tool does: it stays as long as somebody looks on.
        using var events = new StreamReader(await http.GetStreamAsync(new Uri(page, "events"), TestContext.Current.CancellationToken));
        var told = new List<string>();
        while (await events.ReadLineAsync(TestContext.Current.CancellationToken) is { } line && line != "event: end")
            told.Add(line);
        var report = await http.GetStringAsync(new Uri(page, "report"), TestContext.Current.CancellationToken);
        demo.Interrupt();

        (await demo.EndAsync()).ShouldBeOneOf([0, 3], demo.Output);
        told.ShouldContain(line => line.StartsWith("data: ") && line.Contains("\"kind\":\"warmup\",\"round\":0,\"slot\":1"));
        report.ShouldContain(StrategyCatalog.Names[0]);
        (await ResultAsync()).GetProperty("variants")[0].GetProperty("summary").GetString().ShouldNotBeNullOrEmpty();
    }

    [Fact]
    public async Task Study_Unknown_IsAUsageErrorThatListsThem()
    {
        using var testbed = new TestbedRun("nonsense");

        (await testbed.EndAsync()).ShouldBe(64);
        testbed.Output.ShouldContain("demo");
    }

    public void Dispose() => _results.Delete(recursive: true);

    private TestbedRun Start(params string[] more) => new(
        ["demo", "--rounds", "3", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "50ms", "-c", "2",
        "--out", _results.FullName, .. more]);

    private async Task<JsonElement> ResultAsync() => JsonDocument.Parse(await File.ReadAllTextAsync(
        _results.GetFiles("*.json").Single().FullName, TestContext.Current.CancellationToken)).RootElement;

    [GeneratedRegex(@"live +(http://\S+)")]
    private static partial Regex LiveAddress();
}
