using System.Text.Json;
using FrontendApi.Customers.Strategies;

namespace EndToEnd.Tests;

/// <summary>What `make demo` runs, with slices too short to mean anything.</summary>
public sealed class DemoTests : IDisposable
{
    /// <summary>As many as strategies that contend for one thing.</summary>
    private static readonly int Frontends = StrategyCatalog.All.Select(strategy => strategy.ContendsFor).OfType<string>()
        .CountBy(resource => resource).Select(group => group.Value).DefaultIfEmpty(1).Max();

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
    public async Task Study_Unknown_IsAUsageErrorThatListsThem()
    {
        using var testbed = new TestbedRun("nonsense");

        (await testbed.EndAsync()).ShouldBe(64);
        testbed.Output.ShouldContain("demo");
    }

    public void Dispose() => _results.Delete(recursive: true);

    private TestbedRun Start() => new(
        "demo", "--rounds", "3", "--slice", "100ms", "--warmup", "100ms", "--slice-warmup", "50ms", "-c", "2",
        "--out", _results.FullName);

    private async Task<JsonElement> ResultAsync() => JsonDocument.Parse(await File.ReadAllTextAsync(
        _results.GetFiles("*.json").Single().FullName, TestContext.Current.CancellationToken)).RootElement;
}
