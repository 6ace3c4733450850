using System.Text.Json;
using FrontendApi.Customers;
using FrontendApi.Strategies;
using ServiceDefaults.QueryFlags;

namespace FrontendApi.Tests.Customers;

public sealed class CatalogTests
{
    [Fact]
    public async Task DefaultStrategyConfigured_GetStrategies_ReturnsTheCatalogueWithTheDefaultMarked()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend, ("Client:Strategy", "read-as-async"));

        var catalogue = JsonDocument.Parse((await frontend.GetAsync("/api/strategies")).Body).RootElement;

        var entries = catalogue.GetProperty("strategies").EnumerateArray().ToArray();
        GetNames(entries).ShouldBe(StrategyCatalog.Names);
        GetNames(entries.Where(entry => entry.GetProperty("default").GetBoolean())).ShouldBe(["read-as-async"]);
        GetNames(entries.Where(entry => entry.GetProperty("blocking").GetBoolean()))
            .ShouldBe(StrategyCatalog.All.Where(strategy => strategy.IsBlocking).Select(strategy => strategy.Name));
        GetNames(entries.Where(entry => !entry.GetProperty("flags").GetRawText().Contains("\"client\"")))
            .ShouldBe(StrategyCatalog.All.OfType<WebClientStrategy>().Select(strategy => strategy.Name));
        GetNames(entries.Where(entry => !entry.GetProperty("flags").GetRawText().Contains("\"http\"")))
            .ShouldBe(StrategyCatalog.All.OfType<WebClientStrategy>().Select(strategy => strategy.Name));
        GetNames(entries.Where(entry => !entry.GetProperty("flags").GetRawText().Contains("\"compression\"")))
            .ShouldBe(["webclient-sync", "webclient-async", "protobuf-grpc-framing"]);
        GetNames(entries.Where(entry => !entry.GetProperty("flags").GetRawText().Contains("\"fanout\"")))
            .ShouldBe(["orders-array", "orders-stream", "orders-included"]);
        GetNames(entries.Where(entry => entry.GetProperty("sets").GetRawText().Contains("\"payloads\"")))
            .ShouldBe(StrategyCatalog.GetNames(StrategyCatalog.PayloadSet));
        GetNames(entries.Where(entry => entry.GetProperty("contendsFor").ValueKind is not JsonValueKind.Null))
            .ShouldBe(StrategyCatalog.All.OfType<WebClientStrategy>().Select(strategy => strategy.Name));
    }

    [Fact]
    public async Task DefaultModeConfigured_GetStrategies_ReturnsTheFlagsOfAllRoutesWithDefaults()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend, ("Client:Mode", "sync"));

        var catalogue = JsonDocument.Parse((await frontend.GetAsync("/api/strategies")).Body).RootElement;

        var flags = catalogue.GetProperty("flags").EnumerateArray().ToArray();
        GetNames(flags).ShouldBe(["strategy", "client", "fanout", "resilience", "http", "compression", "cache", "mode"]);
        flags.Select(flag => flag.GetProperty("default").GetString())
            .ShouldBe(["get-from-json", "factory", "sequential", "none", "1.1", "none", "none", "sync"]);
    }

    [Fact]
    public async Task CustomerRoute_OpenApiDocument_ListsEveryValueOfEachFlag()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var document = JsonDocument.Parse((await frontend.GetAsync("/openapi/v1.json")).Body).RootElement;

        var parameters = document.GetProperty("paths").GetProperty("/api/customer/{id}").GetProperty("get")
            .GetProperty("parameters").EnumerateArray()
            .ToDictionary(parameter => parameter.GetProperty("name").GetString()!);
        foreach (var flag in CustomerFlags.All.Cast<ChoiceFlag>())
        {
            parameters[flag.Name].GetProperty("schema").GetProperty("enum").EnumerateArray()
                .Select(value => value.GetString()).ShouldBe(flag.Values, flag.Name);
        }
    }

    [Fact]
    public async Task BackendDown_GetDocs_ReturnsTheDocumentationPage()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        (await frontend.GetAsync("/docs/index.html")).Status.ShouldBe(200);
    }

    private static IEnumerable<string?> GetNames(IEnumerable<JsonElement> entries) =>
        entries.Select(entry => entry.GetProperty("name").GetString());
}
