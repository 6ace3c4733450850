using FrontendApi.Strategies;

namespace FrontendApi.Tests.Customers;

public sealed class CatalogTests
{
    [Fact]
    public void Catalogue_Strategies_AreOneOfEachClass()
    {
        var classes = typeof(Strategy).Assembly.GetTypes()
            .Where(type => type.IsSubclassOf(typeof(Strategy)) && !type.IsAbstract);

        StrategyCatalog.All.Select(strategy => strategy.GetType()).ShouldBe(classes, ignoreOrder: true);
        StrategyCatalog.All.ShouldAllBe(strategy => strategy.GetType().IsSealed);
        StrategyCatalog.Names.ShouldBeUnique();
    }

    [Fact]
    public async Task DefaultStrategyConfigured_GetStrategies_ReturnsTheCatalogueWithTheDefaultMarked()
    {
        var catalogue = await GetCatalogueAsync(("Client:Strategy", "read-as-async"));

        var entries = catalogue.GetProperty("strategies").EnumerateArray().ToArray();
        GetNames(entries).ShouldBe(StrategyCatalog.Names);
        GetNames(entries.Where(entry => entry.GetProperty("default").GetBoolean())).ShouldBe(["read-as-async"]);
        GetNames(entries.Where(entry => entry.GetProperty("blocking").GetBoolean())).ShouldBe(["webclient-sync"]);
        foreach (var entry in entries)
        {
            string[] flags = entry.GetProperty("name").GetString()! switch
            {
                "webclient-sync" or "webclient-async" => ["strategy", "fanout"],
                "orders-array" or "orders-stream" or "orders-included" => ["strategy", "client", "resilience", "http"],
                _ => ["strategy", "client", "fanout", "resilience", "http"],
            };
            entry.GetProperty("flags").EnumerateArray().Select(flag => flag.GetString()).ShouldBe(flags);
        }
    }

    [Fact]
    public async Task DefaultModeConfigured_GetStrategies_ReturnsTheFlagsOfAllRoutesWithDefaults()
    {
        var catalogue = await GetCatalogueAsync(("Client:Mode", "sync"));

        var flags = catalogue.GetProperty("flags").EnumerateArray().ToArray();
        GetNames(flags).ShouldBe(["strategy", "client", "fanout", "resilience", "http", "mode"]);
        flags.Select(flag => flag.GetProperty("default").GetString())
            .ShouldBe(["get-from-json", "factory", "sequential", "none", "1.1", "sync"]);
        catalogue.GetProperty("notes").EnumerateArray().Count().ShouldBe(2);
    }

    [Fact]
    public async Task CustomerRoute_OpenApiDocument_ListsEveryValueOfEachFlag()
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend);

        var document = JsonDocument.Parse((await frontend.GetAsync("/openapi/v1.json")).Body).RootElement;

        var parameters = document.GetProperty("paths").GetProperty("/api/customer/{id}").GetProperty("get")
            .GetProperty("parameters").EnumerateArray()
            .ToDictionary(parameter => parameter.GetProperty("name").GetString()!);
        parameters.Keys.ShouldBe(["id", .. Flags.OfCustomers.Select(flag => flag.Name)], ignoreOrder: true);
        foreach (var flag in Flags.OfCustomers)
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

    private static async Task<JsonElement> GetCatalogueAsync((string, string) setting)
    {
        await using var frontend = new FrontendUnderTest(FrontendUnderTest.NoBackend, setting);
        return JsonDocument.Parse((await frontend.GetAsync("/api/strategies")).Body).RootElement;
    }

    private static IEnumerable<string?> GetNames(IEnumerable<JsonElement> entries) =>
        entries.Select(entry => entry.GetProperty("name").GetString());
}
